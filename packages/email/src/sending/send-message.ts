import { oneCall, realWork } from '@org/core/driver';
import { fitMessage } from '../content/fit-message.ts';
import { hasLateContent } from '../content/late-content.ts';
import type { SenderParts } from '../content/sender-parts.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendResult } from '../model/send-result.ts';
import type { SendOptions } from '../send-options.ts';
import { conclude } from './conclude.ts';
import { toMails } from './mail.ts';
import { sendTogether } from './send-mails.ts';

/** Sends one message: validate, fit to the service, one mail for each recipient where that is so, merge. */
export async function sendMessage(
  parts: SenderParts,
  input: EmailMessage,
  given: SendOptions,
): Promise<SendResult> {
  const { runtime, provider } = parts;
  const { options, ended } = oneCall(given);
  // Not in a function of its own: Node keeps ten frames, and those of the program are the last.
  try {
    options.signal?.throwIfAborted();
    const { onLossy: _, idempotencyKey: key, ...common } = options;
    const startedAtMs = runtime.monotonic();
    const { message, lossy } = await fitMessage(parts, input, options);
    const { deadlineMs = parts.deadlineMs } = common;
    const remainingMs = Math.max(1, deadlineMs - (runtime.monotonic() - startedAtMs));
    const timing = hasLateContent(input) ? { deadlineMs: remainingMs } : {};
    const mails =
      key === undefined ? await toMails(message, key) : await realWork.run(() => toMails(message, key));
    const ends = await sendTogether(parts, mails, { ...common, ...timing });
    return conclude({ mails, ends, lossy }, provider);
  } catch (error) {
    ended(error);
    throw error;
  }
}
