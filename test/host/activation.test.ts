import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { COMMANDS, EXTENSION_ID } from '../../src/contract.ts';

describe('the extension in its host', () => {
  it('is there, activates, and gives out the reading API', async () => {
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension);
    const api: unknown = await extension.activate();
    assert.equal(extension.isActive, true);
    assert.equal(typeof api, 'object');
    assert.equal((api as { apiVersion: unknown }).apiVersion, 1);
  });

  it('registers every command that it names', async () => {
    await vscode.extensions.getExtension(EXTENSION_ID)?.activate();
    const known = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(COMMANDS).filter((id) => !known.has(id)),
      [],
    );
  });
});
