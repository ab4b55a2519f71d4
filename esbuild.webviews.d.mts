import type { BuildOptions } from 'esbuild';

export function panelFolders(): string[];
export function webviewBuilds(how?: {
  production?: boolean;
  outdir?: string;
  folders?: readonly string[];
}): BuildOptions[];
export function copyFont(outdir?: string): void;
