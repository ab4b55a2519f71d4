/** The page of a panel: empty but for our script, its style and its words. Nothing of it comes from a folder. */

export interface PageSources {
  /** Name of the script and the style in dist/webviews. */
  script: string;
  /** Address of a file of dist/webviews, for this page. */
  address: (file: string) => string;
  /** What the page may load styles and fonts from. */
  source: string;
  nonce: string;
  language: string;
  title: string;
  /** What the script starts from: its words, and what it is of. */
  boot: PanelBoot;
}

export interface PanelBoot {
  /** Which panel: the script gives it back with its state, so that a reload finds it. */
  identity: string;
  /** By name, in the person's language. */
  texts: Readonly<Record<string, string>>;
}

export function panelHtml(page: PageSources): string {
  const { script, address, source, nonce } = page;
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${escaped(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)}</title>
<link rel="stylesheet" href="${escaped(address(`${script}.css`))}">
</head>
<body>
<div id="root"></div>
<script type="application/json" id="boot">${json(page.boot)}</script>
<script type="module" nonce="${nonce}" src="${escaped(address(`${script}.js`))}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
}

/** JSON that can't end the element it stands in. */
function json(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
