import type { CallOptions, OrgError } from '@org/core';
import { allParts } from '@org/core/parts';
import type { SenderParts } from '../content/sender-parts.ts';
import { deadlinePassed, deliverThrough, failedAll } from './deliver.ts';
import { concernsMessage, type Deliver, type Mail, type MailEnd, unstarted } from './mail.ts';

/** How many mails of one message are in flight at once; the client's limiter sets the rate. */
const concurrency = 10;

interface StopOptions {
  /** The end of a mail that does not start after this error. */
  readonly skip?: ((mail: Mail, stop: OrgError) => Promise<MailEnd>) | undefined;
  /** No mail starts: the service refused an earlier message, and would refuse this one. */
  readonly refusal?: OrgError | undefined;
}

/**
 * Sends the mails of one message. The first goes alone: an error of the account ends the send after one
 * attempt, not after one for each recipient.
 */
export async function sendMails(
  deliver: Deliver,
  mails: readonly Mail[],
  options: CallOptions,
  { skip = async (_, stop) => unstarted(stop), refusal }: StopOptions = {},
): Promise<MailEnd[]> {
  return allParts<Mail, MailEnd, OrgError>({
    parts: mails,
    concurrency,
    isFirstAlone: true,
    async run(mail) {
      if (refusal !== undefined) return skip(mail, refusal);
      const [end = {}] = await deliver([mail], options);
      return end;
    },
    judge: ({ error }) => ({
      skip: error !== undefined && concernsMessage(error) ? error : undefined,
      fail: undefined,
    }),
    skip: (mail, _place, stop) => skip(mail, stop),
  });
}

/** Sends the mails of one message as one call: with one deadline, and one span. */
export async function sendTogether(
  { session, provider, runtime, deadlineMs: usualDeadlineMs }: SenderParts,
  mails: readonly Mail[],
  { idempotencyKey: _, ...common }: CallOptions,
): Promise<readonly MailEnd[]> {
  const deliver = deliverThrough(session.execute, provider);
  if (session.compose === undefined) {
    const { deadlineMs = usualDeadlineMs } = common;
    const endsAtMs = runtime.monotonic() + deadlineMs;
    let isFirst = true;
    const within: Deliver = async (each, given) => {
      // The first call checks the caller's own deadline.
      if (isFirst) {
        isFirst = false;
        return deliver(each, given);
      }
      const remainingMs = endsAtMs - runtime.monotonic();
      if (remainingMs <= 0) return failedAll(each, deadlinePassed(provider, deadlineMs));
      return deliver(each, { ...given, deadlineMs: remainingMs });
    };
    return sendMails(within, mails, common);
  }
  let sending: Promise<MailEnd[]> | undefined;
  try {
    return await session.compose({ name: 'send', safety: 'unsafe' }, common, ({ execute }) => {
      sending = sendMails(deliverThrough(execute, provider), mails, { signal: common.signal });
      return sending;
    });
  } catch (error) {
    // After an abort and at the deadline each mail has its own end.
    if (sending === undefined) throw error;
    return sending;
  }
}
