/** The README's tables of commands, settings and keys, made from the manifest. */

interface Menu {
  command: string;
  when?: string;
}

export interface PackageJson {
  contributes: {
    commands: { command: string; title: string; category?: string }[];
    keybindings: {
      command: string;
      key: string;
      mac?: string;
      when?: string;
      args?: { commands?: string[] };
    }[];
    menus: Record<string, Menu[]>;
    configuration: { properties: Record<string, SettingSchema> };
  };
}

interface SettingSchema {
  type: string;
  enum?: string[];
  items?: { type: string };
  scope: string;
  default: unknown;
  description?: string;
  markdownDescription?: string;
}

export type Words = Record<string, string>;

const PLACES: Record<string, string> = {
  'view/title': 'view title',
  'view/item/context': 'row',
  'editor/title': 'editor title',
  'editor/context': 'editor menu',
};

const KEY_NAMES: Record<string, string> = {
  ctrl: 'Ctrl',
  cmd: 'Cmd',
  alt: 'Alt',
  shift: 'Shift',
  enter: 'Enter',
};

function said(text: string, words: Words): string {
  return text.replace(/^%(.+)%$/, (_, name: string) => words[name] ?? text);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)].join('\n');
}

function placesOf(manifest: PackageJson, command: string): string {
  const { menus } = manifest.contributes;
  const hidden = menus['commandPalette']?.some((menu) => menu.command === command && menu.when === 'false');
  const shown = Object.entries(menus).flatMap(([menu, items]) =>
    menu !== 'commandPalette' && items.some((item) => item.command === command) ? [PLACES[menu] ?? menu] : [],
  );
  return [...(hidden === true ? [] : ['palette']), ...new Set(shown)].join(', ') || 'key';
}

function rowArgument(places: string): string {
  if (!places.includes('row')) return 'none';
  return places.includes('palette') ? 'a row; without it, it asks' : 'a row';
}

/** `args`: what each command takes besides the row that it is called on. */
export function commandTable(
  manifest: PackageJson,
  words: Words,
  args: Readonly<Record<string, string>>,
): string {
  const rows = manifest.contributes.commands.map(({ command, title }) => {
    const places = placesOf(manifest, command);
    return [said(title, words), `\`${command}\``, places, args[command] ?? rowArgument(places)];
  });
  return table(['Command', 'Id', 'Where', 'Argument'], rows);
}

export function settingTable(manifest: PackageJson, words: Words): string {
  const rows = Object.entries(manifest.contributes.configuration.properties).map(([id, setting]) => [
    `\`${id}\``,
    setting.enum?.map((value) => `\`${value}\``).join(', ') ??
      (setting.items === undefined ? setting.type : `${setting.items.type}[]`),
    setting.scope,
    `\`${JSON.stringify(setting.default)}\``,
    said(setting.markdownDescription ?? setting.description ?? '', words),
  ]);
  return table(['Setting', 'Type', 'Scope', 'Default', 'What it does'], rows);
}

export function keyName(key: string): string {
  return key
    .split(' ')
    .map((chord) =>
      chord
        .split('+')
        .map((part) => KEY_NAMES[part] ?? part.toUpperCase())
        .join('+'),
    )
    .join(' ');
}

export function keyTable(manifest: PackageJson, words: Words): string {
  const titles = new Map(
    manifest.contributes.commands.map(({ command, title }) => [command, said(title, words)]),
  );
  const commands = new Map<string, { other: string; mac: string[]; when: string }>();
  for (const { command, key, mac, when = '', args } of manifest.contributes.keybindings) {
    const name = command === 'runCommands' ? (args?.commands?.at(-1) ?? command) : command;
    const found = commands.get(name) ?? { other: '', mac: [], when: '' };
    const onMac = /(?<!!)\bisMac\b/.test(when);
    if (!onMac) {
      found.other = keyName(key);
      found.when = whenWords(when);
    }
    if (onMac || !/!isMac\b/.test(when)) {
      found.mac.push(`${keyName(mac ?? key)}${/(?<!!)terminalFocus/.test(when) ? ' (in a terminal)' : ''}`);
    }
    commands.set(name, found);
  }
  const rows = [...commands].map(([command, { other, mac, when }]) => [
    titles.get(command) ?? command,
    other,
    mac.join(', '),
    when,
  ]);
  return table(['Command', 'Linux, Windows', 'macOS', 'Where'], rows);
}

function whenWords(when: string): string {
  if (when.includes('focusedView')) {
    return 'in Needs You, Loops and Tasks';
  }
  if (when.includes('editorLangId')) {
    return 'in the editor of an answer';
  }
  if (when.includes('quarterdeck:tasks')) {
    return 'where a task workspace is known, also in a terminal';
  }
  return when.includes('quarterdeck:runs') ? 'while a loop runs' : 'anywhere, also in a terminal';
}
