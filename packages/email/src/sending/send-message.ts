import { oneCall, realWork } from '@org/core/driver';
import { fitMessage, type LoadDraft } from '../content/fit-message.ts';
import type { SenderParts } from '../content/sender-parts.ts';
import { readMessage } from '../model/message/read-message.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendResult } from '../model/send-result.ts';
import { conclude } from './conclude.ts';
import { deliverThrough } from './deliver.ts';
import { toMails } from './mail.ts';
import type { ReadSendOptions } from './read-options.ts';
import type { sendTogether } from './send-mails.ts';

/**
 * Sends one message: read, fit to the service, one mail for each recipient where that is so, merge.
 * `load` and `sendSeveral` are given, so that a program that needs neither does not contain them.
 */
export async function sendMessage(
  parts: SenderParts,
  input: EmailMessage,
  given: ReadSendOptions,
  load: LoadDraft,
  sendSeveral: typeof sendTogether,
): Promise<SendResult> {
  const { runtime, provider } = parts;
  const { options, ended } = oneCall(given);
  // Not in a function of its own: Node keeps ten frames, and those of the program are the last.
  try {
    options.signal?.throwIfAborted();
    const { onLossy: _, idempotencyKey: key, ...common } = options;
    const draft = readMessage(input);
    const { deadlineMs = parts.deadlineMs } = common;
    const endsAtMs = draft.isLate ? runtime.monotonic() + deadlineMs : 0;
    const { message, ...losses } = await fitMessage(parts, draft, options, load);
    const timing = draft.isLate ? { deadlineMs: Math.max(1, endsAtMs - runtime.monotonic()) } : {};
    const mails =
      key === undefined ? await toMails(message, key) : await realWork.run(() => toMails(message, key));
    const timed = { ...common, ...timing };
    const ends =
      mails.length === 1
        ? await deliverThrough(parts.session.execute, provider)(mails, timed)
        : await sendSeveral(parts, mails, timed);
    return conclude({ mails, ends, ...losses }, provider);
  } catch (error) {
    ended(error);
    throw error;
  }
}
