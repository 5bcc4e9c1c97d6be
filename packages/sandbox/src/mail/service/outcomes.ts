import { createMessage, type ReceivedMessage } from '../message/received-message.ts';
import type { MailStore } from '../store/mail-store.ts';
import { type MailOutcome, recipientOutcomes } from '../store/recipient-outcomes.ts';

/** What became of accepted mail at each recipient, and the mail that no recipient got. */
export interface MailOutcomes {
  /** One for each recipient of the message. Mail over SMTP is delivered. Empty for an unknown id. */
  of(id: string): readonly MailOutcome[];
  /**
   * Accepted mail that is not in the mailbox, oldest first: all its recipients are suppressed, or it is
   * scheduled or cancelled.
   */
  undelivered(): readonly ReceivedMessage[];
  /** Removes undelivered mail; scheduled mail stays. Returns the number, and a function that puts it back. */
  discard(ids: readonly string[]): { readonly count: number; readonly undo: () => void };
  /** Calls the listener after each change. Returns the function that removes it. */
  subscribe(listener: () => void): () => void;
}

type Held = ReturnType<MailStore['undelivered']['all']>[number];

export function createMailOutcomes(store: MailStore): MailOutcomes {
  const { mailbox, messages, scheduled, undelivered } = store;
  const opened = new WeakMap<object, ReceivedMessage>();
  const open = (row: Omit<Held, 'acceptedAt'>, acceptedAt: number): ReceivedMessage => {
    const { id, labels } = row;
    const known = opened.get(row);
    if (known !== undefined) return known;
    const envelope = { from: row.envelope.from, to: messages.get(id)?.recipients ?? row.envelope.to };
    const raw = new Uint8Array(Buffer.from(row.raw, 'base64'));
    const message = createMessage(
      { id, via: 'api', envelope, raw, labels },
      { receivedAt: new Date(acceptedAt), isRead: true },
    );
    opened.set(row, message);
    return message;
  };
  return {
    of: (id) => {
      const message = messages.get(id);
      if (message !== undefined) return recipientOutcomes(message);
      const { envelope, receivedAt } = mailbox.get(id) ?? { envelope: { to: [] }, receivedAt: new Date(0) };
      return envelope.to.map((recipient) => ({ recipient, state: 'delivered', at: receivedAt }));
    },
    undelivered: () =>
      [
        ...undelivered.all().map((row) => open(row, row.acceptedAt)),
        ...scheduled.all().map((row) => open(row, row.createdAt)),
      ].sort((a, b) => Number(a.receivedAt) - Number(b.receivedAt)),
    discard: (ids) => {
      const rows = ids.flatMap((id) => undelivered.get(id) ?? []);
      for (const { id } of rows) undelivered.delete(id);
      const undo = (): void => {
        for (const { id, envelope, raw, labels, acceptedAt } of rows)
          if (!undelivered.get(id)) undelivered.add({ envelope, raw, labels, acceptedAt }, id);
      };
      return { count: rows.length, undo };
    },
    subscribe: (listener) => {
      const unwatch = [messages, scheduled, undelivered].map((table) => table.watch(listener));
      return () => {
        for (const end of unwatch) end();
      };
    },
  };
}

/** The last mails that were not delivered, for the error of a wait; empty without any. */
export function describeUndelivered(store: MailStore): string {
  const rows = [...store.undelivered.all(), ...store.scheduled.all()];
  const lines = rows.slice(-3).flatMap(({ id }) => {
    const message = store.messages.get(id);
    const [first] = message === undefined ? [] : recipientOutcomes(message);
    return first === undefined
      ? []
      : [`\n  to ${first.recipient}: ${message?.subject} (${first.state}. ${first.reason})`];
  });
  return lines.length === 0 ? '' : `\nAccepted, and not delivered: ${rows.length}${lines.join('')}`;
}
