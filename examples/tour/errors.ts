import { inspect } from 'node:util';
import { AuthenticationError, isOrgError } from '@org/core';
import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import type { MailService } from '@org/sandbox';
import type { Narrator } from './narrator.ts';

/** Errors of a wrong key and of a wrong address. */
export async function errorsChapter(mail: MailService, tell: Narrator): Promise<void> {
  tell.chapter('Errors');
  const wrongKey = 'sk_this_key_is_wrong';
  await using email = createEmailClient({ driver: plunk({ apiKey: wrongKey, baseUrl: mail.apiUrl }) });
  const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

  const refused = await email.send(message).catch((error: unknown) => error);
  tell.check(AuthenticationError.isInstance(refused), 'a wrong key is an AuthenticationError');
  if (!isOrgError(refused)) return;
  tell.note(`${refused.name}: ${refused.message}`);
  tell.note(
    `code ${refused.code} · status ${refused.status} · outcome ${refused.outcome} · ` +
      `attempts ${refused.attempts}`,
  );
  tell.check(
    !inspect(refused, { depth: 9, showHidden: true }).includes(wrongKey),
    'the error does not contain the key',
  );

  const invalid = await email.send({ ...message, to: 'bob@exam ple.com' }).catch((error: unknown) => error);
  tell.check(
    isOrgError(invalid) && invalid.code === 'invalid-input' && invalid.attempts === undefined,
    'a wrong address is refused before anything is sent',
  );
  if (isOrgError(invalid)) tell.note(`${invalid.name}: ${invalid.message}`);
}
