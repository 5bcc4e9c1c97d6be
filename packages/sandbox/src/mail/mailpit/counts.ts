import type { Mailbox } from '../mailbox/mailbox.ts';
import { sizeOf } from '../message/received-message.ts';

/** The mail since the start. */
export interface MailCounts {
  accepted: number;
  acceptedBytes: number;
  deleted: number;
}

/** Counts the changes of a mailbox. */
export function countMail(mailbox: Mailbox): {
  readonly counts: MailCounts;
  reset(): void;
  stop(): void;
} {
  const none = { accepted: 0, acceptedBytes: 0, deleted: 0 };
  const counts: MailCounts = { ...none };
  const stop = mailbox.watch((change) => {
    if (change.kind === 'new') {
      counts.accepted += 1;
      counts.acceptedBytes += sizeOf(change.message);
    }
    if (change.kind === 'removed' || change.kind === 'dropped' || change.kind === 'cleared')
      counts.deleted += change.messages.length;
  });
  return { counts, reset: () => void Object.assign(counts, none), stop };
}
