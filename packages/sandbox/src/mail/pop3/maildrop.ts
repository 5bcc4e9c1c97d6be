import { createHash } from 'node:crypto';
import { someInSlices } from '../mailbox/in-slices.ts';
import type { Mailbox, ReceivedMessage } from '../mailbox/mailbox.ts';
import { toWireLines } from './wire-message.ts';

/** One message of a session. */
export interface MaildropEntry {
  /** Its number, from 1. */
  readonly number: number;
  readonly id: string;
  /** Unique, of 1 to 70 printable characters. */
  readonly uid: string;
  /** Bytes, without the dots that the protocol adds. */
  readonly size: number;
  isDeleted: boolean;
}

/** The messages of a mailbox at the sign-in of a session, oldest first. */
export type Maildrop = Awaited<ReturnType<typeof openMaildrop>>;

/** Opens the messages that the mailbox has now. Mail that was never read is composed for its size. */
export async function openMaildrop(mailbox: Pick<Mailbox, 'list' | 'get' | 'remove'>) {
  const entries: MaildropEntry[] = [];
  await someInSlices(mailbox.list(), (message) => {
    const { length: size } = toWireLines(message.raw);
    entries.push({ number: entries.length + 1, id: message.id, uid: uidOf(message), size, isDeleted: false });
    return false;
  });
  return {
    /** Those that are not deleted. */
    list: () => entries.filter(({ isDeleted }) => !isDeleted),
    /** A message by its number; `undefined` for a deleted one too. */
    find: (number: string = '') => {
      const entry = /^\d{1,9}$/.test(number) ? entries[Number(number) - 1] : undefined;
      return entry?.isDeleted === false ? entry : undefined;
    },
    /** Its bytes; `undefined` when the mailbox has it no more. */
    read: ({ id }: MaildropEntry) => {
      const message = mailbox.get(id);
      return message && toWireLines(message.raw);
    },
    /** Takes back all deletions. */
    reset: () => {
      for (const entry of entries) entry.isDeleted = false;
    },
    /** Removes the deleted messages from the mailbox. */
    commit: () => {
      mailbox.remove(entries.filter(({ isDeleted }) => isDeleted).map(({ id }) => id));
    },
  };
}

/** The id of the message, or its hash: RFC 1939, section 7, "UIDL". */
function uidOf({ id }: ReceivedMessage): string {
  return /^[!-~]{1,70}$/.test(id) ? id : createHash('sha256').update(id).digest('hex');
}
