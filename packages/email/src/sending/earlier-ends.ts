import { fitMessage } from '../content/fit-message.ts';
import { loadDraft } from '../content/load-content.ts';
import type { SenderParts } from '../content/sender-parts.ts';
import { toMailError } from '../model/mail-error.ts';
import type { MessageDraft } from '../model/message/read-message.ts';
import type { SendOptions } from '../send-options.ts';
import type { EndedMessage } from './conclude.ts';
import { toMails } from './mail.ts';
import type { RunJournal } from './run-journal.ts';

/**
 * The ends of a message that this run cannot read, such as one whose attachment is gone: an earlier run may
 * have sent it. Its mails follow from its addresses; `undefined` for one that does not fit the service.
 */
export async function earlierEnds(
  parts: SenderParts,
  draft: MessageDraft,
  thrown: unknown,
  { journal, key, ...options }: SendOptions & { readonly journal: RunJournal; readonly key: string },
): Promise<EndedMessage | undefined> {
  const error = toMailError(thrown, options.signal, 'not-sent');
  const message = { ...draft.message, attachments: [], html: draft.message.html ?? '-' };
  const envelope = { ...draft, message, isLate: false, isTextMade: false };
  const fitting = fitMessage(
    { ...parts, makesText: false },
    envelope,
    { ...options, onLossy: 'allow' },
    loadDraft,
  );
  const fitted = await fitting.catch(() => undefined);
  if (fitted === undefined) return undefined;
  const mails = await toMails(fitted.message, key);
  const ends = await Promise.all(mails.map((mail) => journal.skip(mail, error)));
  return { mails, ends, lossy: fitted.lossy };
}
