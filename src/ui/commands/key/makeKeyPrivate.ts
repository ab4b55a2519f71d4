import { confirm, error, info } from '../../../host/messages.ts';
import { makeKeyPrivate } from '../../../protocol/loops/key.ts';
import { refusalWords } from '../../../text/refusalWords.ts';
import { ours, say } from '../../../text/say.ts';
import type { Services } from '../../kit/services.ts';

/** Takes others' right to read the key away, once the person agreed. */
export async function makePrivate({
  trust,
  signingKey,
  teller,
}: Pick<Services, 'trust' | 'signingKey' | 'teller'>): Promise<void> {
  if (!trust.trusted()) {
    await teller.tellRestricted(ours('loops'), ours('Nothing was changed:'));
    return;
  }
  await signingKey.look();
  const facts = signingKey.facts();
  if (facts === undefined || facts.state === 'missing') {
    void info(ours('There is no key yet. The first answer makes one, for you alone.'));
    return;
  }
  if (!facts.shared) {
    void info(say('toast', 'Your key, {0}, is already yours alone.', facts.path));
    return;
  }
  const agreed = await confirm(
    say('toast', 'Make {0} readable for you alone?', facts.path),
    ours(
      'Others on this machine could read it until now, and may have signed in your name. For a new key move this file away: the next answer makes one.',
    ),
    [ours('Make Private')],
  );
  if (agreed === undefined) return;
  const made = await makeKeyPrivate();
  await signingKey.look();
  if (made.ok) void info(say('toast', '{0} is yours alone now.', facts.path));
  else void error(refusalWords(made, ''));
}
