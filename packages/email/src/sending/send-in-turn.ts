import type { CallOptions, OrgError } from '@org/core';
import type { SenderParts } from '../content/sender-parts.ts';
import { deadlinePassed, deliverThrough, failedAll } from './deliver.ts';
import { concernsMessage, type Mail, type MailEnd, unstarted } from './mail.ts';

/**
 * Sends the mails of one message one after another, under one deadline, as separate calls: for a light client
 * of a service that takes all recipients in one mail, whose caller wants separate mails.
 */
export async function sendInTurn(
  { session, provider, runtime, deadlineMs: usualDeadlineMs }: SenderParts,
  mails: readonly Mail[],
  { idempotencyKey: _, ...common }: CallOptions,
): Promise<readonly MailEnd[]> {
  const deliver = deliverThrough(session.execute, provider);
  const { deadlineMs = usualDeadlineMs } = common;
  const endsAtMs = runtime.monotonic() + deadlineMs;
  const ends: MailEnd[] = [];
  let stop: OrgError | undefined;
  for (const mail of mails) {
    const remainingMs = endsAtMs - runtime.monotonic();
    // The first call checks the caller's own deadline.
    const own = ends.length === 0 ? common : { ...common, deadlineMs: remainingMs };
    const [end = {}] =
      stop !== undefined
        ? [unstarted(stop)]
        : ends.length > 0 && remainingMs <= 0
          ? failedAll([mail], deadlinePassed(provider, deadlineMs))
          : await deliver([mail], own);
    ends.push(end);
    if (end.error !== undefined && concernsMessage(end.error)) stop ??= end.error;
  }
  return ends;
}
