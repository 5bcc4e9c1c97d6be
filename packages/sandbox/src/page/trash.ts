import type { Mailbox, ReceivedMessage } from '../mail/mailbox/mailbox.ts';

/** Deleted messages that can be put back: the last few deletions, for a minute each. */
export interface Trash {
  /** Deletes messages, or all of them. Returns the name of the deletion, and the number of messages. */
  remove(ids?: readonly string[]): { readonly deletion: string; readonly count: number };
  /** Whether the deletion could be undone. */
  restore(deletion: string): boolean;
}

const keptMs = 60_000;
const keptDeletions = 5;

export function createTrash(mailbox: Mailbox, now = () => performance.now()): Trash {
  const deletions = new Map<string, { readonly messages: readonly ReceivedMessage[]; readonly at: number }>();
  let sequence = 0;
  mailbox.watch(({ kind }) => {
    if (kind === 'cleared') deletions.clear();
  });
  const forget = (): void => {
    for (const [name, { at }] of deletions) {
      if (deletions.size > keptDeletions || now() - at > keptMs) deletions.delete(name);
    }
  };
  return {
    remove(ids = mailbox.list().map(({ id }) => id)) {
      const messages = mailbox.remove(ids);
      sequence += 1;
      deletions.set(`d${sequence}`, { messages, at: now() });
      forget();
      return { deletion: `d${sequence}`, count: messages.length };
    },
    restore(deletion) {
      forget();
      const found = deletions.get(deletion);
      deletions.delete(deletion);
      if (found) mailbox.restore(found.messages);
      return found !== undefined;
    },
  };
}
