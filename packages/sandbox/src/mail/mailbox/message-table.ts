import { heldBytesOf, type ReceivedMessage } from '../message/received-message.ts';

/** The limits of a mailbox. */
export interface MailboxLimits {
  /** @default 10 000 */
  readonly maxMessages?: number;
  /** About the bytes of all messages, raw and parsed. @default 256 MiB */
  readonly maxBytes?: number;
}

/** The newest messages of a mailbox. */
export const defaultMailboxLimits = { maxMessages: 10_000, maxBytes: 256 * 1024 * 1024 } as const;

/** Messages by id, oldest first, bounded in number and bytes. */
export function createMessageTable({
  maxMessages = defaultMailboxLimits.maxMessages,
  maxBytes = defaultMailboxLimits.maxBytes,
}: MailboxLimits) {
  const messages = new Map<string, ReceivedMessage>();
  let bytes = 0;
  const drop = (message: ReceivedMessage): void => {
    messages.delete(message.id);
    bytes -= heldBytesOf(message);
  };
  const dropOldest = (): readonly ReceivedMessage[] => {
    const dropped: ReceivedMessage[] = [];
    for (const oldest of messages.values()) {
      if (messages.size <= maxMessages && (bytes <= maxBytes || messages.size === 1)) break;
      drop(oldest);
      dropped.push(oldest);
    }
    return dropped;
  };
  const put = (message: ReceivedMessage): void => {
    const known = messages.get(message.id);
    bytes += heldBytesOf(message) - (known === undefined ? 0 : heldBytesOf(known));
    messages.set(message.id, message);
  };
  return {
    get bytes() {
      return bytes;
    },
    list: () => [...messages.values()],
    get: (id: string) => messages.get(id),
    /** Adds a message. Returns the messages that were dropped for it. */
    add: (message: ReceivedMessage) => {
      put(message);
      return dropOldest();
    },
    /** Replaces a message at its place. */
    replace: put,
    /** Removes messages. Returns those that were there. */
    remove: (ids: readonly string[]) => {
      const found = [...new Set(ids)].flatMap((id) => messages.get(id) ?? []);
      for (const message of found) drop(message);
      return found;
    },
    /** Puts messages in by their time. */
    restore: (removed: readonly ReceivedMessage[]) => {
      const all = [...messages.values(), ...removed.filter(({ id }) => !messages.has(id))];
      messages.clear();
      bytes = 0;
      for (const message of all.sort((a, b) => Number(a.receivedAt) - Number(b.receivedAt))) put(message);
      dropOldest();
    },
    clear: () => {
      messages.clear();
      bytes = 0;
    },
  };
}
