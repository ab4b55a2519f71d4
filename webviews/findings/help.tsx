import { Button } from '../shared/button.tsx';
import { closeDialog, Dialog } from './dialog.tsx';
import { helping, words } from './state.ts';

/** The keys of the panel, in words. */
export function KeysDialog() {
  const close = (): void => {
    helping.value = false;
  };
  const keys: [string, string][] = [
    ['↓ ↑', words.keyMove],
    ['F W P D L', words.keyDecide],
    ['R', words.keyRemark],
    ['Enter, F12', words.keyPlace],
    ['O', words.keyArtifact],
    ['Ctrl+C', words.keyCopy],
    ['/', words.keySearch],
    ['Ctrl+Enter', words.keySend],
    ['?', words.keyHelp],
  ];
  return (
    <Dialog id="keys" title={words.keys} onClose={close}>
      <dl class="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <div class="buttons">
        <Button onPress={closeDialog}>{words.close}</Button>
      </div>
    </Dialog>
  );
}
