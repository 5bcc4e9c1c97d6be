import type { Mailbox } from '../../mail/mailbox/mailbox.ts';
import type { MailOutcomes } from '../../mail/service/outcomes.ts';

const keptMs = 60_000;
const keptDeletions = 5;

/** A deletion of everything leaves scheduled mail. */
export function createTrash(
  mailbox: Mailbox,
  outcomes: Pick<MailOutcomes, 'undelivered' | 'discard'>,
  now = () => performance.now(),
) {
  const deletions = new Map<string, { readonly undo: () => void; readonly at: number }>();
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
    /** Deletes messages, or all of them. Returns the name of the deletion, and the number of messages. */
    remove(ids: readonly string[] = [...mailbox.list(), ...outcomes.undelivered()].map(({ id }) => id)) {
      const messages = mailbox.remove(ids);
      const discarded = outcomes.discard(ids);
      const undo = (): void => {
        if (messages.length > 0) mailbox.restore(messages);
        discarded.undo();
      };
      sequence += 1;
      deletions.set(`d${sequence}`, { undo, at: now() });
      forget();
      return { deletion: `d${sequence}`, count: messages.length + discarded.count };
    },
    /** Whether the deletion could be undone. */
    restore(deletion: string) {
      forget();
      const found = deletions.get(deletion);
      deletions.delete(deletion);
      found?.undo();
      return found !== undefined;
    },
  };
}
