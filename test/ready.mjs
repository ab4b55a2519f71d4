/**
 * Before `npm start`, `npm test` and the like: installs node_modules where it is missing or of another lock file. Plain
 * JavaScript, since on a fresh machine it runs under whatever Node is there; what follows runs under the one it installs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function isCurrent() {
  if (!existsSync(`${root}/node_modules/node/bin`)) return false;
  // Linked from elsewhere: not ours to change.
  if (lstatSync(`${root}/node_modules`).isSymbolicLink()) return true;
  const wanted = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')).packages;
  const hidden = `${root}/node_modules/.package-lock.json`;
  if (!existsSync(hidden)) return false;
  const there = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || there[path]?.version === entry.version,
  );
}

if (!isCurrent()) {
  console.log('installing what package-lock.json names into node_modules (npm ci)');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const cli = process.env.npm_execpath;
  const { status } = cli?.endsWith('npm-cli.js')
    ? spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('npm ci failed: it needs the npm registry, and Node 20 or newer with its npm');
    process.exit(1);
  }
}
