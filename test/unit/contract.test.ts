import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as contract from '../../src/contract.ts';

interface Keybinding {
  command: string;
  key?: string;
  mac?: string;
  when?: string;
  args?: { commands: string[] };
}

interface Manifest {
  name: string;
  publisher: string;
  activationEvents: string[];
  extensionKind: string[];
  enabledApiProposals?: unknown;
  capabilities: {
    untrustedWorkspaces: { supported: string; description: string; restrictedConfigurations: string[] };
    virtualWorkspaces: { supported: boolean; description: string };
  };
  contributes: {
    viewsContainers: { activitybar: { id: string; icon: string }[] };
    views: Record<string, { id: string }[]>;
    commands: { command: string; title: string; category: string }[];
    keybindings: Keybinding[];
    menus: Record<string, { command: string; when?: string; group?: string }[]>;
    configuration: { properties: Record<string, { scope: string; type: string }> };
    languages: { id: string }[];
    configurationDefaults: Record<string, Record<string, unknown>>;
    jsonValidation: { fileMatch: string }[];
  };
}

const text = readFileSync('package.json', 'utf8');
const manifest = JSON.parse(text) as Manifest;
const { contributes } = manifest;
const commandIds = Object.values<string>(contract.COMMANDS);

/** The names in a table of commands, which can't be loaded without an editor. */
function namesInTable(name: string): string[] {
  const source = readFileSync(`src/ui/commands/${name}.ts`, 'utf8');
  const [, table = ''] = new RegExp(`export const ${name}.* = \\{\\n([^]*?)\\n\\}`).exec(source) ?? [];
  return [...table.matchAll(/^ {2}(\w+)[:,]/gm)].map(([, key]) => key ?? '');
}

describe('package.json and contract.ts', () => {
  it('name the same commands', () => {
    assert.deepEqual(contributes.commands.map((each) => each.command).sort(), [...commandIds].sort());
  });

  it('have each command in one of the two tables', () => {
    const inTables = ['quickCommands', 'lazyCommands'].flatMap(namesInTable);
    assert.deepEqual(inTables.sort(), Object.keys(contract.COMMANDS).sort());
  });

  it('name the same views, in our container', () => {
    assert.deepEqual(Object.keys(contributes.views), [contract.CONTAINER]);
    assert.deepEqual(
      (contributes.views[contract.CONTAINER] ?? []).map((view) => view.id).sort(),
      Object.values<string>(contract.VIEWS).sort(),
    );
  });

  it('name the same settings', () => {
    assert.deepEqual(
      Object.keys(contributes.configuration.properties).sort(),
      Object.values<string>(contract.SETTINGS).sort(),
    );
  });

  it('use no context key that nobody sets, and set none that nobody uses', () => {
    const known = Object.values<string>(contract.CONTEXT);
    const used = new Set([...text.matchAll(/quarterdeck:\w+/g)].map(([key]) => key));
    const forOthers: string[] = [contract.CONTEXT.trusted];
    for (const key of forOthers) used.delete(key);
    assert.deepEqual([...used].sort(), known.filter((key) => !forOthers.includes(key)).sort());
  });

  it('name the same languages', () => {
    assert.deepEqual(
      contributes.languages.map((each) => each.id).sort(),
      [contract.ANSWER_LANGUAGE, contract.TEXT_LANGUAGE].sort(),
    );
  });

  it('are of the same extension', () => {
    assert.equal(`${manifest.publisher}.${manifest.name}`, contract.EXTENSION_ID);
  });
});

describe('package.json', () => {
  it('starts the extension in every window, for its own pages and its panels, and for nothing else', () => {
    assert.deepEqual(manifest.activationEvents, [
      'onStartupFinished',
      `onFileSystem:${contract.SCHEME}`,
      ...Object.values<string>(contract.PANELS).map((type) => `onWebviewPanel:${type}`),
    ]);
    assert.deepEqual(manifest.extensionKind, ['workspace']);
    assert.equal(manifest.enabledApiProposals, undefined);
  });

  it('reads in Restricted Mode, and restricts every setting that names a path', () => {
    const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
    assert.equal(untrustedWorkspaces.supported, 'limited');
    assert.deepEqual(untrustedWorkspaces.restrictedConfigurations, [
      contract.SETTINGS.roots,
      contract.SETTINGS.taskName,
    ]);
    assert.equal(contributes.configuration.properties[contract.SETTINGS.taskName]?.scope, 'machine');
    assert.equal(contributes.configuration.properties[contract.SETTINGS.roots]?.scope, 'machine');
    assert.equal(virtualWorkspaces.supported, false);
  });

  it('has a text for every name it takes from package.nls.json, and no text that nothing takes', () => {
    const texts = JSON.parse(readFileSync('package.nls.json', 'utf8')) as Record<string, string>;
    const taken = new Set([...text.matchAll(/%([\w.]+)%/g)].map(([, key]) => key ?? ''));
    assert.deepEqual([...taken].sort(), Object.keys(texts).sort());
  });

  it('lets no key work in a window without anything of ours', () => {
    for (const { key, when } of contributes.keybindings) assert.match(when ?? '', /quarterdeck:active/, key);
  });

  it('lets no word that is offered take the Enter of who writes an answer', () => {
    const defaults = contributes.configurationDefaults['[quarterdeck-answer]'];
    assert.deepEqual(defaults?.['editor.quickSuggestions'], {
      other: 'off',
      comments: 'off',
      strings: 'off',
    });
  });

  it('leaves the terminal its Cmd+K on macOS', () => {
    for (const { mac, when, key } of contributes.keybindings) {
      if (/^cmd\+k/.test(mac ?? '')) assert.match(when ?? '', /isMac && !terminalFocus/, key);
      else if (/^ctrl\+k/.test(key ?? '')) assert.match(when ?? '', /!isMac/, key);
    }
  });

  it('has the default keys', () => {
    const keys = contributes.keybindings
      .filter((each) => (each.when ?? '').includes('!isMac'))
      .map(({ key, command }) => [key, command]);
    assert.deepEqual(keys, [
      ['ctrl+k a', contract.COMMANDS.answerNext],
      ['ctrl+k q', contract.COMMANDS.goToNeedsYou],
      ['ctrl+k l', contract.COMMANDS.goToLoop],
      ['ctrl+k g', contract.COMMANDS.steer],
      ['ctrl+k n', contract.COMMANDS.submitTask],
      ['ctrl+k j', contract.COMMANDS.findTask],
      ['ctrl+k x', contract.COMMANDS.stop],
    ]);
  });

  it('selects the row under the keys of a tree before it acts, since a key gets no row', () => {
    const inTrees = contributes.keybindings.filter((each) => (each.when ?? '').includes('listFocus'));
    assert.ok(inTrees.length >= 2);
    for (const { command, args } of inTrees) {
      assert.equal(command, 'runCommands');
      assert.equal(args?.commands[0], 'list.selectAndPreserveFocus');
      assert.ok(commandIds.includes(args?.commands[1] ?? ''));
    }
  });

  it('puts nothing that writes beside a row but Answer and Steer, which only open', () => {
    const inline = (contributes.menus['view/item/context'] ?? []).filter((each) =>
      /^inline/.test(each.group ?? ''),
    );
    assert.deepEqual(
      [...new Set(inline.map((each) => each.command))].sort(),
      [
        contract.COMMANDS.answerFeedback,
        contract.COMMANDS.answerQuestion,
        contract.COMMANDS.openLoopPanel,
        contract.COMMANDS.openRow,
        contract.COMMANDS.steer,
      ].sort(),
    );
  });

  it('keeps commands that are of no use without a row out of the palette', () => {
    const hidden = (contributes.menus['commandPalette'] ?? []).filter((each) => each.when === 'false');
    assert.deepEqual(
      hidden.map((each) => each.command).sort(),
      [
        contract.COMMANDS.copyRow,
        contract.COMMANDS.dropHeldNote,
        contract.COMMANDS.openRow,
        contract.COMMANDS.openTask,
        contract.COMMANDS.openTaskJson,
        contract.COMMANDS.sendHeldNote,
      ].sort(),
    );
  });

  it('offers the schema for every loop.json', () => {
    assert.deepEqual(
      contributes.jsonValidation.map((each) => each.fileMatch),
      ['/.loops/*/loop.json'],
    );
  });
});
