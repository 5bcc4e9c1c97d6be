import { type ParsedMessage, parseMessage } from './parse-message.ts';

/** The parts of a message that an HTTP API has beside the mail. */
export interface MessageLabels {
  /** The service that accepted it: `resend`. */
  readonly service: string;
  /** As texts: `name`, or `name:value`. */
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The switches in the request. */
  readonly tracking?: { readonly opens?: boolean; readonly clicks?: boolean } | undefined;
  /** The stream, topic or group. */
  readonly stream?: string | undefined;
}

/** A message received over the HTTP API or SMTP. */
export interface ReceivedMessage {
  /** The id in the response to the sender. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly via: 'api' | 'smtp';
  /** Sender and recipients of the transport, which may differ from the headers. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** The bytes of the message. */
  readonly raw: Uint8Array;
  readonly parsed: ParsedMessage;
  /** Of the HTTP APIs. */
  readonly labels?: MessageLabels | undefined;
}

/** The parts of a new message. */
export type Delivery = Pick<ReceivedMessage, 'id' | 'via' | 'envelope' | 'raw' | 'labels'>;

/** Options of a wait. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** @default 10 000 */
  readonly timeoutMs?: number;
}

/** The received mail, newest last, in memory. When the mailbox is full, the oldest message is dropped. */
export interface Mailbox {
  list(): readonly ReceivedMessage[];
  get(id: string): ReceivedMessage | undefined;
  clear(): void;
  /** Removes messages. Returns those that were there. */
  remove(ids: readonly string[]): readonly ReceivedMessage[];
  /** Puts removed messages back, by their time. */
  restore(messages: readonly ReceivedMessage[]): void;
  /**
   * Resolves with the first message that matches, now or later.
   *
   * @throws {Error} after `timeoutMs`, with the messages that did arrive, or when the mailbox closes
   * @throws the signal's reason on abort
   */
  waitFor(predicate: (message: ReceivedMessage) => boolean, options?: WaitOptions): Promise<ReceivedMessage>;
  /** Calls the listener for every new message. Returns the function that removes it. */
  subscribe(listener: (message: ReceivedMessage) => void): () => void;
}

/** The limits of a mailbox. */
export interface MailboxLimits {
  /** @default 1000 */
  readonly maxMessages?: number;
  /** Bytes of all messages, raw and parsed. @default 64 MiB */
  readonly maxBytes?: number;
}

/** A mailbox with the functions of its owner. */
export interface OpenMailbox extends Mailbox {
  deliver(delivery: Delivery): Promise<ReceivedMessage>;
  /** All messages ever received. */
  readonly received: number;
  close(): void;
}

export function createMailbox(limits: MailboxLimits & { readonly now: () => number }): OpenMailbox {
  const { maxMessages = 1000, maxBytes = 64 * 1024 * 1024, now } = limits;
  const messages = new Map<string, ReceivedMessage>();
  const listeners = new Set<(message: ReceivedMessage) => void>();
  const waiting = new Set<(reason: Error) => void>();
  let bytes = 0;
  let received = 0;

  const remove = (message: ReceivedMessage): void => {
    messages.delete(message.id);
    bytes -= sizeOf(message);
  };

  const evictOldest = (): void => {
    for (const oldest of messages.values()) {
      if (messages.size <= maxMessages && (bytes <= maxBytes || messages.size === 1)) break;
      remove(oldest);
    }
  };

  const list = (): readonly ReceivedMessage[] => [...messages.values()];

  const subscribe = (listener: (message: ReceivedMessage) => void): (() => void) => {
    // A wrapper, because the same listener may subscribe twice.
    const own = (message: ReceivedMessage): void => listener(message);
    listeners.add(own);
    return () => void listeners.delete(own);
  };

  return {
    list,
    subscribe,
    get: (id) => messages.get(id),
    clear: () => {
      messages.clear();
      bytes = 0;
    },
    remove: (ids) => {
      const found = ids.flatMap((id) => messages.get(id) ?? []);
      for (const message of found) remove(message);
      return found;
    },
    restore: (removed) => {
      const all = [...messages.values(), ...removed.filter(({ id }) => !messages.has(id))];
      messages.clear();
      for (const message of all.sort((a, b) => Number(a.receivedAt) - Number(b.receivedAt)))
        messages.set(message.id, message);
      bytes = all.reduce((sum, message) => sum + sizeOf(message), 0);
      evictOldest();
    },
    deliver: async (delivery) => {
      const parsed = await parseMessage(delivery.raw);
      const message: ReceivedMessage = { ...delivery, receivedAt: new Date(now()), parsed };
      messages.set(message.id, message);
      bytes += sizeOf(message);
      received += 1;
      evictOldest();
      for (const listener of listeners) notify(listener, message);
      return message;
    },
    waitFor: (predicate, options = {}) => waitForMessage({ list, subscribe, waiting }, predicate, options),
    get received() {
      return received;
    },
    close: () => {
      for (const reject of waiting) reject(new Error('The mailbox was closed during a wait for a message.'));
      listeners.clear();
    },
  };
}

function sizeOf({ raw, parsed, labels }: ReceivedMessage): number {
  const files = parsed.attachments.reduce((sum, { content }) => sum + content.byteLength, 0);
  const labelled = labels === undefined ? 0 : JSON.stringify(labels).length;
  return raw.byteLength + files + labelled + (parsed.html?.length ?? 0) + (parsed.text?.length ?? 0);
}

// A listener that throws must not stop the others, or fail an accepted mail.
function notify(listener: (message: ReceivedMessage) => void, message: ReceivedMessage): void {
  try {
    listener(message);
  } catch (error) {
    process.emitWarning(
      `A listener of the mailbox threw: ${error instanceof Error ? error.stack : String(error)}`,
    );
  }
}

interface Waitable extends Pick<Mailbox, 'list' | 'subscribe'> {
  readonly waiting: Set<(reason: Error) => void>;
}

async function waitForMessage(
  mailbox: Waitable,
  predicate: (message: ReceivedMessage) => boolean,
  { signal, timeoutMs = 10_000 }: WaitOptions,
): Promise<ReceivedMessage> {
  signal?.throwIfAborted();
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
    const timer = setTimeout(() => giveUp(new Error(describeAbsence(mailbox.list(), timeoutMs))), timeoutMs);
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

function describeAbsence(messages: readonly ReceivedMessage[], timeoutMs: number): string {
  const lines = messages
    .slice(-5)
    .map(({ envelope, parsed }) => `\n  to ${envelope.to.join(', ')}: ${parsed.subject ?? '(no subject)'}`);
  const seen = messages.length === 0 ? 'The mailbox is empty.' : `The last of ${messages.length} messages:`;
  return `No matching message arrived within ${timeoutMs} ms. ${seen}${lines.join('')}`;
}
