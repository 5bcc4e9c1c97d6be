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

/** Code that some messages need: of late content, and of a separate mail for each recipient. */
export interface SendCode {
  readonly loadDraft: LoadDraft;
  readonly sendTogether: typeof sendTogether;
}

/**
 * Sends one message: read, fit to the service, one mail for each recipient where that is so, merge.
 * Its further code is given, so that a program that does not need it does not contain it.
 */
export async function sendMessage(
  parts: SenderParts,
  input: EmailMessage,
  given: ReadSendOptions,
  { loadDraft, sendTogether: sendSeveral }: SendCode,
): Promise<SendResult> {
  const { runtime, provider } = parts;
  const { options, ended } = oneCall(given);
  // Not in a function of its own: Node keeps ten frames, and those of the program are the last.
  try {
    options.signal?.throwIfAborted();
    const { onLossy: _, idempotencyKey: key, ...common } = options;
    const draft = readMessage(input);
    const { deadlineMs = parts.deadlineMs } = common;
    const endMs = draft.isLate ? runtime.monotonic() + deadlineMs : 0;
    const { message, ...losses } = await fitMessage(parts, draft, options, loadDraft);
    const mails =
      key === undefined ? await toMails(message, key) : await realWork.run(() => toMails(message, key));
    const timed = draft.isLate ? { ...common, deadlineMs: Math.max(1, endMs - runtime.monotonic()) } : common;
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
