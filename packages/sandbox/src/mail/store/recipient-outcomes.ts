import type { Message } from './mail-store.ts';
import { planEvents } from './plan-events.ts';

/** The ends of a mail at a recipient, `accepted` before there is one. The last four never left the service. */
export const mailOutcomeStates = [
  'accepted',
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'suppressed',
  'scheduled',
  'cancelled',
  'failed',
] as const;

/** What became of an accepted mail at one recipient. */
export interface MailOutcome {
  readonly recipient: string;
  readonly state: (typeof mailOutcomeStates)[number];
  /** Why it was not delivered, or not yet; `undefined` for a delivery. */
  readonly reason?: string;
  readonly at: Date;
}

/** The outcome at each recipient of a message, in the order of the envelope. */
export function recipientOutcomes(message: Message): readonly MailOutcome[] {
  return message.recipients.map((recipient) => outcomeAt(message, recipient));
}

function outcomeAt(message: Message, recipient: string): MailOutcome {
  const { state, suppressed, suppressedBy = [], sendAt = 0, failure, createdAt, updatedAt } = message;
  const outcome = (state: MailOutcome['state'], at: number, reason?: string): MailOutcome => ({
    ...{ recipient, state, at: new Date(at) },
    ...(reason !== undefined && { reason }),
  });
  const index = suppressed.indexOf(recipient);
  if (index !== -1)
    return outcome('suppressed', createdAt, suppressionReasons[suppressedBy[index] ?? 'manual']);
  if (failure !== undefined) return outcome('failed', updatedAt, failureReason(failure));
  if (state === 'scheduled')
    return outcome('scheduled', createdAt, `It is sent at ${new Date(sendAt).toISOString()}.`);
  if (state === 'cancelled') return outcome('cancelled', updatedAt, 'It was cancelled before its time.');
  const events = (message.events ?? []).filter((event) => event.recipient === recipient);
  for (const kind of ['complained', 'bounced'] as const) {
    const found = events.find((event) => event.kind === kind);
    if (found) return outcome(kind, found.at, kind === 'bounced' ? bounceReason(recipient) : complaint);
  }
  const last = events.findLast(({ kind }) => kind === 'deferred' || kind === 'delivered');
  if (last?.kind === 'deferred') return outcome('deferred', last.at, deferral);
  if (last === undefined && message.planned?.includes(recipient))
    return outcome('accepted', Math.max(createdAt, sendAt), 'Its planned events have not happened yet.');
  return outcome('delivered', last?.at ?? Math.max(createdAt, sendAt));
}

const suppressionReasons = {
  bounce: 'An earlier mail to it bounced, so it is on the suppression list.',
  complaint: 'It complained about an earlier mail, so it is on the suppression list.',
  unsubscribe: 'It unsubscribed, so it is on the suppression list.',
  manual: 'It is on the suppression list.',
} as const;
const complaint = 'The recipient reported it as spam.';
const deferral = 'The server of the recipient asked to try again later.';

const failureReason = (failure: string): string =>
  `Its delivery at its time failed: ${failure} The next start of the sandbox tries it again.`;

function bounceReason(recipient: string): string {
  return planEvents(recipient).kinds.includes('bounced')
    ? 'The word "bounce" in the address makes it bounce.'
    : 'An event rule, or an event made by hand, made it bounce.';
}
