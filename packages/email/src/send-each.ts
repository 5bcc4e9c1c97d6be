import { type CallOptions, ConfigurationError, isOrgError, type OrgError } from '@org/core';
import type { SendOptions } from './client.ts';
import type { OnLossy } from './model/lossy.ts';
import type { EmailMessage } from './model/message.ts';
import type { SendResult } from './model/send-result.ts';

/** What became of one message of many. @public */
export type SendEachOutcome =
  | { readonly index: number; readonly ok: true; readonly result: SendResult }
  | { readonly index: number; readonly ok: false; readonly error: OrgError };

/** Options of `sendEach`: those of a call, and how many messages are under way at once. @public */
export interface SendEachOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** How many messages are under way at once. @defaultValue 10 */
  readonly concurrency?: number | undefined;
  /** The index of the first message, when an earlier run did those before it. @defaultValue 0 */
  readonly firstIndex?: number | undefined;
  /** A key that stays the same when this message is tried again in a later run: its own id in your database, for instance. */
  readonly idempotencyKey?: ((message: EmailMessage, index: number) => string) | undefined;
  readonly onLossy?: OnLossy | undefined;
}

type Send = (message: EmailMessage, options: SendOptions) => Promise<SendResult>;

/** Keeps `concurrency` messages under way and gives their outcomes in order. */
export async function* sendEach(
  send: Send,
  messages: Iterable<EmailMessage> | AsyncIterable<EmailMessage>,
  options: SendEachOptions = {},
): AsyncGenerator<SendEachOutcome, void, undefined> {
  const { concurrency = 10, firstIndex = 0, idempotencyKey, ...common } = options;
  requireWhole('concurrency', concurrency, 1);
  requireWhole('firstIndex', firstIndex, 0);
  const underWay: Promise<SendEachOutcome>[] = [];
  let index = firstIndex;
  try {
    for await (const message of messages) {
      common.signal?.throwIfAborted();
      const key = idempotencyKey?.(message, index);
      underWay.push(
        settle(send(message, key === undefined ? common : { ...common, idempotencyKey: key }), index),
      );
      index += 1;
      if (underWay.length >= concurrency) yield await first(underWay);
    }
    while (underWay.length > 0) yield await first(underWay);
  } finally {
    // Whoever stops early still finds nothing going out behind their back.
    await Promise.allSettled(underWay);
  }
}

async function first(underWay: Promise<SendEachOutcome>[]): Promise<SendEachOutcome> {
  const outcome = await underWay[0];
  underWay.shift();
  if (outcome === undefined) throw new RangeError('Nothing is under way.');
  return outcome;
}

/** Errors of ours become outcomes; the caller's abort and bugs stay exceptions, raised when their turn comes. */
function settle(sending: Promise<SendResult>, index: number): Promise<SendEachOutcome> {
  const outcome = sending.then(
    (result): SendEachOutcome => ({ index, ok: true, result }),
    (error: unknown): SendEachOutcome => {
      if (isOrgError(error)) return { index, ok: false, error };
      throw error;
    },
  );
  // It is awaited when its turn comes, which may be after it rejected.
  outcome.catch(() => {});
  return outcome;
}

function requireWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new ConfigurationError({
      message: `${name} must be a whole number of at least ${least}, not ${value}.`,
    });
}
