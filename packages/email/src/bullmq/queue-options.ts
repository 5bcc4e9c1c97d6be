import type { EmailMessage } from '../model/message.ts';
import type { DeadLetter } from './job-data.ts';
import type { RedisConnection } from './redis-connection.ts';

/** Where the queue is. @public */
export interface EmailQueueOptions {
  /** Where Redis is, or a client of yours. */
  readonly connection: RedisConnection;
  /** The name of the queue, the same in its workers. @defaultValue 'email' */
  readonly name?: string | undefined;
  /** Before all keys in Redis, the same in its workers. @defaultValue 'bull' */
  readonly prefix?: string | undefined;
  /**
   * How long a sent mail's id is kept, without its content: until then, the same id is not queued again.
   *
   * @defaultValue 24 hours
   */
  readonly keepSentMs?: number | undefined;
  /** Receives errors of the connection, which is repeated by itself. @defaultValue nothing */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** Options of one mail in the queue. @public */
export interface EnqueueOptions {
  /**
   * The mail's idempotency key, for example its id in your database: a mail with the id of another one in the
   * queue is not added. Printable ASCII characters without spaces, at most 238.
   *
   * @defaultValue a new UUID
   */
  readonly id?: string | undefined;
  /** How long the mail waits before a worker may take it. @defaultValue 0 */
  readonly delayMs?: number | undefined;
}

/** How many mails are in each state. @public */
export interface QueueCounts {
  readonly waiting: number;
  /** Waiting for their time: a delay, or the next attempt. */
  readonly delayed: number;
  /** In the hands of a worker. */
  readonly active: number;
  readonly dead: number;
  /** Those whose ids are kept, see `keepSentMs`. */
  readonly sent: number;
}

/** A queue of mails on Redis. @public */
export interface EmailQueue {
  /**
   * Adds a mail, and resolves with its id. The mail is stored as JSON, attachments as base64.
   *
   * @throws InvalidInputError for a message that no service could send, or that JSON cannot hold
   */
  add(message: EmailMessage, options?: EnqueueOptions): Promise<string>;
  counts(): Promise<QueueCounts>;
  /** The mails that no worker sends again by itself, the newest first. */
  deadLetters(): AsyncIterable<DeadLetter>;
  /**
   * Queues a dead letter again, for the recipients that do not surely have the mail. One whose outcome is
   * `unknown` may get a second one.
   */
  redrive(id: string): Promise<void>;
  /** Removes a dead letter with its content. */
  discard(id: string): Promise<void>;
  close(): Promise<void>;
}
