import { type ComposedAttachment, composeMessage } from '../compose-message.ts';
import type { Delivery, MessageLabels } from '../mailbox.ts';
import type { MailAddress } from '../parse-message.ts';
import type { MailStore, Message, OwnFields } from './mail-store.ts';
import { suppresses } from './suppress.ts';
import { createWaitingMail } from './waiting-mail.ts';

/** A message in the words of all services. */
export interface Submission {
  /** The id in the response. */
  readonly id: string;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[] | undefined;
  readonly bcc?: readonly MailAddress[] | undefined;
  readonly replyTo?: readonly string[] | undefined;
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly attachments?: readonly ComposedAttachment[] | undefined;
  /** The whole message, instead of its parts. */
  readonly raw?: Uint8Array | undefined;
  /** The return path, where it is not the sender. */
  readonly returnPath?: string | undefined;
  readonly labels: MessageLabels;
  /** Epoch milliseconds; now, if absent or in the past. */
  readonly sendAt?: number | undefined;
  readonly own?: OwnFields | undefined;
}

/** The end of a submission. */
export type Submitted =
  | {
      readonly kind: 'accepted';
      readonly message: Message;
    }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unverified'; readonly reason: string };

/** Accepts messages: the mailbox gets them now, or when their time comes. */
export interface Outbox {
  /**
   * A function makes the message when its turn has come, so that only one is in memory.
   *
   * @throws {StoreFull} with too many messages for later
   */
  submit(submission: Submission | (() => Submission)): Promise<Submitted>;
  /** Another time for a message that waits. */
  reschedule(id: string, sendAt: number): Message | undefined;
  cancel(id: string): Message | undefined;
  /** Delivers the messages of the past, and starts the timers of the others. */
  start(): void;
  close(): void;
}

/** `onSent` is called with each message, and the recipients that get it. */
export function createOutbox(
  store: MailStore,
  onSent: (message: Message, recipients: readonly string[]) => void,
): Outbox {
  const waiting = createWaitingMail(store.scheduled, store.now, async (delivery) => {
    const { id, envelope } = delivery;
    const message = store.messages.update(id, { state: 'sent' });
    // A process that was killed in between has delivered it already.
    if (envelope.to.length > 0 && !store.mailbox.get(id)) await store.mailbox.deliver(delivery);
    if (message !== undefined) onSent(message, envelope.to);
  });

  const submit = async (submission: Submission): Promise<Submitted> => {
    const { id, from, sendAt, labels } = submission;
    const refusal = store.refuseSender(from.address);
    if (refusal !== undefined) return { kind: 'unverified', reason: refusal };
    const raw =
      submission.raw ?? (await composeMessage(toComposition(submission, store.now()), store.maxMessageBytes));
    if (raw === undefined) return { kind: 'too-large' };
    const recipients = recipientsOf(submission);
    const suppressed = recipients.filter((email) => isSuppressed(store, email, labels.stream));
    const to = recipients.filter((email) => !suppressed.includes(email));
    const envelope = { from: submission.returnPath ?? from.address, to };
    const delivery: Delivery = { id, via: 'api', envelope, raw, labels };
    const isLater = sendAt !== undefined && sendAt > store.now();
    if (isLater) waiting.add(delivery, sendAt);
    else if (to.length > 0) await store.mailbox.deliver(delivery);
    const { subject, own = {} } = submission;
    const state = isLater ? 'scheduled' : 'sent';
    const { service } = labels;
    const outcome = { state, suppressed } as const;
    const fields = { service, from: from.address, recipients, subject, labels, ...outcome, sendAt, own };
    const message = store.messages.add(fields, id);
    if (!isLater) onSent(message, to);
    return { kind: 'accepted', message };
  };

  return {
    submit: (submission) =>
      store.composing(() => submit(typeof submission === 'function' ? submission() : submission)),
    reschedule: (id, sendAt) =>
      waiting.reschedule(id, sendAt) ? store.messages.update(id, { sendAt }) : undefined,
    cancel: (id) => (waiting.remove(id) ? store.messages.update(id, { state: 'cancelled' }) : undefined),
    start: waiting.start,
    close: waiting.close,
  };
}

function toComposition(submission: Submission, now: number) {
  const { replyTo = [], headers = [], attachments = [] } = submission;
  return {
    ...submission,
    ...(replyTo.length === 0 ? { replyTo: undefined } : { replyTo: replyTo.join(', ') }),
    headers,
    attachments,
    date: new Date(now),
  };
}

function recipientsOf({ to, cc = [], bcc = [] }: Submission): readonly string[] {
  return [...new Set([...to, ...cc, ...bcc].map(({ address }) => address))];
}

function isSuppressed({ suppressions }: MailStore, email: string, scope: string | undefined): boolean {
  const candidates = [...suppressions.having(email.toLowerCase()), ...suppressions.having('')];
  return candidates.some((row) => suppresses(row, email, scope));
}
