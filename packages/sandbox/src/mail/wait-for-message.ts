import { describeQuery, type MessageQuery, matchMessage } from './message-query.ts';
import type { ReceivedMessage } from './received-message.ts';

/** Options of a wait. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** @default 10 000 */
  readonly timeoutMs?: number;
}

/** The parts of a mailbox for a wait. */
export interface Waitable {
  list(): readonly ReceivedMessage[];
  subscribe(listener: (message: ReceivedMessage) => void): () => void;
  /** Ends the waits when the mailbox closes. */
  readonly waiting: Set<(reason: Error) => void>;
}

/** The message of a wait: its conditions, or a function that finds it. */
export type WantedMessage = MessageQuery | ((message: ReceivedMessage) => boolean);

/** Resolves with the first message that matches, now or later. */
export async function waitForMessage(
  mailbox: Waitable,
  wanted: WantedMessage,
  { signal, timeoutMs = 10_000 }: WaitOptions,
): Promise<ReceivedMessage> {
  signal?.throwIfAborted();
  const predicate = typeof wanted === 'function' ? wanted : matchMessage(wanted);
  const present = mailbox.list().find(predicate);
  if (present) return present;
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      unsubscribe();
      mailbox.waiting.delete(giveUp);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const giveUp = (reason: Error): void => settle(() => reject(reason));
    const onAbort = (): void => settle(() => reject(signal?.reason));
    const timer = setTimeout(() => {
      const what =
        typeof wanted === 'function' ? 'matching message' : `message with ${describeQuery(wanted)}`;
      giveUp(new Error(`No ${what} arrived within ${timeoutMs} ms. ${describeMail(mailbox.list())}`));
    }, timeoutMs);
    const unsubscribe = mailbox.subscribe((message) => {
      try {
        if (predicate(message)) settle(() => resolve(message));
      } catch (error) {
        settle(() => reject(error));
      }
    });
    mailbox.waiting.add(giveUp);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

function describeMail(messages: readonly ReceivedMessage[]): string {
  const lines = messages
    .slice(-5)
    .map(({ envelope, parsed }) => `\n  to ${envelope.to.join(', ')}: ${parsed.subject ?? '(no subject)'}`);
  const seen = messages.length === 0 ? 'The mailbox is empty.' : `The last of ${messages.length} messages:`;
  return `${seen}${lines.join('')}`;
}
