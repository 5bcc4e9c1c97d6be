import type { MessageLabels } from '../mailbox/mailbox.ts';
import { type ComposedAttachment, type Composition, composeMessage } from '../message/compose-message.ts';
import { isWithin } from '../message/message-content.ts';
import type { MailAddress } from '../message/parse-message.ts';
import type { Arrival } from '../message/received-message.ts';
import type { MailStore, Message, MessageFields, OwnFields } from './mail-store.ts';
import { suppresses } from './suppress.ts';
import { createWaitingMail, toDelivery, type WaitingMail } from './waiting-mail.ts';

/** A message in the words of all services. */
export interface Submission {
  /** The id in the response. */
  readonly id: string;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[] | undefined;
  readonly bcc?: readonly MailAddress[] | undefined;
  /** As texts, or as mailboxes. */
  readonly replyTo?: readonly (string | MailAddress)[] | undefined;
  /** The recipients of the envelope. @default those of `to`, `cc` and `bcc` */
  readonly recipients?: readonly string[] | undefined;
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** The content in further forms. */
  readonly alternatives?: Composition['alternatives'];
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
export type Submitted = { readonly kind: 'accepted'; readonly messages: readonly Message[] } | Refusal;

type Refusal = { readonly kind: 'too-large' } | { readonly kind: 'unverified'; readonly reason: string };

/** A message that nothing refuses, and nothing has yet; `later` is the time that it waits for. */
interface Prepared {
  readonly kind: 'prepared';
  readonly fields: MessageFields;
  readonly delivery: Arrival;
  readonly later: number | undefined;
}

const maxReasonLength = 200;

/** Accepts messages: the mailbox gets them now, or when their time comes. */
export interface Outbox {
  /**
   * Accepts all of them or none.
   *
   * @throws {StoreFull} with too many messages for later
   */
  submit(submissions: readonly Submission[]): Submitted;
  /** All its recipients, and those that get no mail now. */
  recipientsOf(submission: Submission): Readonly<Record<'recipients' | 'suppressed', readonly string[]>>;
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
  const waiting = openWaiting(store, onSent);

  const takeBack = (id: string): void => {
    store.messages.delete(id);
    waiting.remove(id);
    store.undelivered.delete(id);
    store.mailbox.remove([id]);
  };

  /** The mailbox is the last: whoever waits for mail sees none of what is taken back. */
  const keep = (all: readonly Prepared[]): readonly Message[] => {
    const rows: Message[] = [];
    try {
      for (const { fields, delivery } of all) rows.push(store.messages.add(fields, delivery.id));
      for (const { delivery, later } of all) {
        const { raw, envelope } = delivery;
        if (later !== undefined)
          waiting.add({ ...delivery, raw: raw instanceof Uint8Array ? raw : composeMessage(raw) }, later);
        else if (envelope.to.length === 0) keepUndelivered(store, delivery);
      }
      for (const { delivery, later } of all)
        if (later === undefined && delivery.envelope.to.length > 0) store.mailbox.put(delivery);
      return rows;
    } catch (error) {
      for (const { id } of rows) takeBack(id);
      throw error;
    }
  };

  const submit = (submissions: readonly Submission[]): Submitted => {
    const all: Prepared[] = [];
    for (const submission of submissions) {
      const one = prepare(store, submission);
      if (one.kind !== 'prepared') return one;
      all.push(one);
    }
    const messages = keep(all);
    for (const [index, { delivery, later }] of all.entries()) {
      const message = messages[index];
      if (message !== undefined && later === undefined) onSent(message, delivery.envelope.to);
    }
    return { kind: 'accepted', messages };
  };

  return {
    submit,
    recipientsOf: (submission) => split(store, submission),
    reschedule: (id, sendAt) =>
      waiting.reschedule(id, sendAt) ? store.messages.update(id, { sendAt }) : undefined,
    cancel: (id) => {
      const row = store.scheduled.get(id);
      if (row === undefined || !waiting.remove(id)) return undefined;
      keepUndelivered(store, toDelivery(row));
      return store.messages.update(id, { state: 'cancelled', failure: undefined });
    },
    start: waiting.start,
    close: waiting.close,
  };
}

function openWaiting(
  store: MailStore,
  onSent: (message: Message, recipients: readonly string[]) => void,
): WaitingMail {
  return createWaitingMail(store, {
    deliver: (delivery) => {
      store.messages.update(delivery.id, { state: 'sent', failure: undefined });
      if (delivery.envelope.to.length === 0) keepUndelivered(store, delivery);
      // A process that was killed in between has delivered it already.
      else if (!store.mailbox.get(delivery.id)) store.mailbox.put(delivery);
    },
    onDelivered: ({ id, envelope }) => {
      const message = store.messages.get(id);
      if (message !== undefined) onSent(message, envelope.to);
    },
    onFailure: ({ id }, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      store.messages.update(id, { state: 'scheduled', failure: reason.slice(0, maxReasonLength) });
    },
  });
}

function keepUndelivered(store: MailStore, { id, envelope, raw, labels }: Arrival): void {
  const bytes = raw instanceof Uint8Array ? raw : composeMessage(raw);
  const acceptedAt = store.messages.get(id)?.createdAt ?? store.now();
  const fields = { envelope, raw: Buffer.from(bytes).toString('base64'), labels, acceptedAt };
  if (!store.undelivered.get(id)) store.undelivered.add(fields, id);
}

function prepare(store: MailStore, submission: Submission): Prepared | Refusal {
  const { id, from, sendAt, labels, subject, own = {} } = submission;
  const refusal = store.refuseSender(from.address);
  if (refusal !== undefined) return { kind: 'unverified', reason: refusal };
  const raw = submission.raw ?? toComposition(submission, store.now());
  if (!(raw instanceof Uint8Array) && !isWithin(raw, store.maxMessageBytes)) return { kind: 'too-large' };
  const { recipients, suppressed, suppressedBy } = split(store, submission);
  const to = recipients.filter((email) => !suppressed.includes(email));
  const envelope = { from: submission.returnPath ?? from.address, to };
  const delivery: Arrival = { id, via: 'api', envelope, raw, labels };
  const later = sendAt !== undefined && sendAt > store.now() ? sendAt : undefined;
  const state = later === undefined ? 'sent' : 'scheduled';
  const outcome = { state, suppressed, ...(suppressed.length > 0 && { suppressedBy }) } as const;
  const { service } = labels;
  const fields = { service, from: from.address, recipients, subject, labels, ...outcome, sendAt, own };
  return { kind: 'prepared', fields, delivery, later };
}

/** All its recipients, and those that get no mail now. */
function split(store: MailStore, submission: Submission) {
  const recipients = recipientsOf(submission);
  const { stream } = submission.labels;
  const found = recipients.flatMap((email) => {
    const reason = suppressionOf(store, email, stream)?.reason;
    return reason === undefined ? [] : [{ email, reason }];
  });
  const suppressed = found.map(({ email }) => email);
  return { recipients, suppressed, suppressedBy: found.map(({ reason }) => reason) };
}

function toComposition(submission: Submission, now: number): Composition {
  const { id, from, to, cc, replyTo, subject, html, text, headers = [], attachments = [] } = submission;
  const { alternatives } = submission;
  const date = new Date(now);
  return { id, from, to, cc, replyTo, subject, html, text, headers, attachments, alternatives, date };
}

function recipientsOf({ recipients, to, cc = [], bcc = [] }: Submission): readonly string[] {
  return [...new Set(recipients ?? [...to, ...cc, ...bcc].map(({ address }) => address))];
}

function suppressionOf({ suppressions }: MailStore, email: string, scope: string | undefined) {
  const candidates = [...suppressions.having(email.toLowerCase()), ...suppressions.having('')];
  return candidates.find((row) => suppresses(row, email, scope));
}
