import type { ReceivedMessage } from '../message/received-message.ts';
import { someInSlices } from './in-slices.ts';
import { describeQuery, type MessageQuery, matchMessage } from './message-query.ts';

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
  /** What else may explain that a message did not arrive. */
  readonly note?: (() => string) | undefined;
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
  return new Promise((resolve, reject) => {
    let isSettled = false;
    const settle = (finish: () => void): void => {
      isSettled = true;
      clearTimeout(timer);
      unsubscribe();
      mailbox.waiting.delete(giveUp);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const giveUp = (reason: Error): void => settle(() => reject(reason));
    const onAbort = (): void => settle(() => reject(signal?.reason));
    const onTime = (): void => {
      const what =
        typeof wanted === 'function' ? 'matching message' : `message with ${describeQuery(wanted)}`;
      giveUp(
        new Error(
          `No ${what} arrived within ${timeoutMs} ms. ` +
            `${describeMail(mailbox.list())}${mailbox.note?.() ?? ''}`,
        ),
      );
    };
    const fail = (error: unknown): void => settle(() => reject(error));
    let timer: NodeJS.Timeout | undefined;
    const queue = new Set(mailbox.list());
    let isComparing = false;
    const compare = async (): Promise<void> => {
      if (isComparing) return;
      isComparing = true;
      while (queue.size > 0 && !isSettled)
        await someInSlices(queue, (message) => {
          queue.delete(message);
          if (!isSettled && predicate(message)) settle(() => resolve(message));
          return isSettled;
        });
      isComparing = false;
    };
    const unsubscribe = mailbox.subscribe((message) => {
      queue.add(message);
      compare().catch(fail);
    });
    compare().then(() => {
      if (!isSettled) timer = setTimeout(onTime, timeoutMs);
    }, fail);
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
