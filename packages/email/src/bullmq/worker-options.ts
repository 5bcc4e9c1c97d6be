import type { OrgError } from '@org/core';
import type { EmailSendClient } from '../client.ts';
import type { SendResult } from '../model/send-result.ts';
import type { RedisConnection } from './redis-connection.ts';

/** What became of one attempt to send a mail of the queue. @public */
export type JobOutcome =
  | { readonly id: string; readonly state: 'sent'; readonly result: SendResult }
  | {
      readonly id: string;
      /** `requeued`: a worker sends it later. `dead`: it waits for `redrive` or `discard`. */
      readonly state: 'requeued' | 'dead';
      readonly error: OrgError;
    };

/** Options of a worker. @public */
export interface EmailWorkerOptions {
  /** Sends the mails. Its limiter decides the rate: `createRedisLimiter()` shares one with all workers. */
  readonly email: Pick<EmailSendClient, 'sendEach' | 'provider'>;
  /** Where Redis is, or a client of yours with `maxRetriesPerRequest: null`. */
  readonly connection: RedisConnection;
  /** The name of the queue. @defaultValue 'email' */
  readonly name?: string | undefined;
  /** Before all keys in Redis. @defaultValue 'bull' */
  readonly prefix?: string | undefined;
  /** How many mails are in flight at once. @defaultValue 10 */
  readonly concurrency?: number | undefined;
  /**
   * How often a mail goes back to the queue when it surely was not sent and the cause may pass: an outage, a
   * limit, a quota, the account. After that it is a dead letter.
   *
   * @defaultValue 10
   */
  readonly maxRequeues?: number | undefined;
  /**
   * The wait before the first requeue; doubles with each, up to 128 times. A longer hint of the service wins.
   *
   * @defaultValue 5_000
   */
  readonly requeueDelayMs?: number | undefined;
  /**
   * Called after each attempt, before the next mail: do not block.
   *
   * @defaultValue a warning of the process for the first failure of each code
   */
  readonly onOutcome?: ((outcome: JobOutcome) => void) | undefined;
  /** Receives errors of the connection, which is repeated by itself. @defaultValue nothing */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** A worker that runs. @public */
export interface EmailWorker {
  /**
   * Takes no further mail, and waits for those in flight. After `graceMs` it aborts the rest: those that
   * surely were not sent go back to the queue; those that may be out are sent again where the service
   * recognises their keys, and otherwise are dead letters with `outcome: 'unknown'`.
   *
   * @throws ConfigurationError if `graceMs` is negative or not a number
   */
  close(options?: { readonly graceMs?: number | undefined }): Promise<void>;
}
