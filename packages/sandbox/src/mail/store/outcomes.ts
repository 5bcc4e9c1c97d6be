import { type MailEventKind, mailEventKinds } from '../../mail-event-kind.ts';
import type { Message } from './mail-store.ts';

/** What became of a message at one recipient. A suppressed recipient gets no mail. */
export interface Outcome {
  readonly kind: MailEventKind | 'suppressed';
  readonly recipient: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * The outcomes of a message that was sent, for each recipient in order: delivered, unless it bounced or its
 * events have not happened yet.
 */
export function outcomesOf({
  state,
  recipients,
  suppressed,
  events = [],
  planned = [],
  createdAt,
}: Message): readonly Outcome[] {
  if (state !== 'sent') return [];
  return recipients.flatMap((recipient): readonly Outcome[] => {
    if (suppressed.includes(recipient)) return [{ kind: 'suppressed', recipient, at: createdAt }];
    const own: readonly Outcome[] = events.filter((event) => event.recipient === recipient);
    const isBounced = own.some(({ kind }) => kind === 'bounced');
    const at = own.find(({ kind }) => kind === 'deferred')?.at ?? createdAt;
    const isKnown = isBounced || planned.includes(recipient) || own.some(({ kind }) => kind === 'delivered');
    const all: readonly Outcome[] = isKnown ? own : [...own, { kind: 'delivered', recipient, at }];
    return mailEventKinds.flatMap((kind) => all.filter((outcome) => outcome.kind === kind));
  });
}

/** The outcomes that a service tells, in its words. */
export function namedOutcomes(message: Message, names: Readonly<Partial<Record<Outcome['kind'], string>>>) {
  return outcomesOf(message).flatMap((outcome) => {
    const name = names[outcome.kind];
    return name === undefined ? [] : [{ ...outcome, name }];
  });
}
