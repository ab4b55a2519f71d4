/** A style that a script names becomes the page's. */
declare module '*.css';
