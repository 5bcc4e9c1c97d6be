import { AuthenticationError, type CallOptions, InvalidInputError, isOrgError, wholeNumber } from '@org/core';
import { IncompleteSendError } from '../model/errors.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendReceipt } from '../model/send-result.ts';
import type { SendBatchOptions } from '../send-batch.ts';
import type { SendEachOutcome } from '../send-each.ts';
import { concludeMessage, type UnitEnd } from './conclude-batch.ts';
import { type BatchUnit, planRequests, requestKeys, toUnits } from './plan-batch.ts';
import type { BatchItem, BatchParts, Stop } from './send-parts.ts';

/** Checks all messages, sends them in requests, a few at a time, and merges the outcomes. */
export async function runBatch(
  parts: BatchParts,
  messages: readonly EmailMessage[],
  options: SendBatchOptions,
): Promise<SendEachOutcome[]> {
  const { concurrency = 10, idempotencyKey: key, signal } = options;
  wholeNumber('concurrency', concurrency, undefined, 1);
  const { capabilities, batchKey, provider, runtime } = parts;
  const items = await fitAll(parts, messages, options);
  const unitsOf = items.map((item) => ('error' in item ? [] : toUnits(item.fitted.message)));
  const requests = planRequests(unitsOf.flat(), capabilities, batchKey);
  const keys = key === undefined ? [] : await runtime.untimed(() => requestKeys(key, requests));
  signal?.throwIfAborted();
  const { ends, stop } = await sendRequests(parts, requests, keys, options);
  const outcomes = items.map((item, index): SendEachOutcome => {
    if ('error' in item) return { index, ok: false, error: item.error };
    const units = (unitsOf[index] ?? []).map((unit) => ({ unit, end: ends.get(unit) }));
    return concludeMessage(provider, index, { lossy: item.fitted.lossy, units }, stop);
  });
  const isNothingSent = outcomes.every((outcome) => !outcome.ok && outcome.error.outcome === 'not-sent');
  if (stop?.isInterrupted && isNothingSent) throw stop.error;
  return outcomes;
}

/** @throws what is no error of one message: the abort reason, or an error of the caller's own stream */
async function fitAll(
  { fit }: BatchParts,
  messages: readonly EmailMessage[],
  options: SendBatchOptions,
): Promise<BatchItem[]> {
  if (!Array.isArray(messages))
    throw new InvalidInputError({
      message: 'sendBatch() needs a list of messages. For an iterable, use sendEach().',
      outcome: 'not-sent',
    });
  const items: BatchItem[] = [];
  for (const message of messages) {
    options.signal?.throwIfAborted();
    try {
      items.push({ fitted: await fit(message, options) });
    } catch (error) {
      if (!isOrgError(error) || options.signal?.aborted) throw error;
      items.push({ error });
    }
  }
  return items;
}

interface SentRequests {
  readonly ends: ReadonlyMap<BatchUnit, UnitEnd>;
  /** Why no further request started. */
  readonly stop: Stop | undefined;
}

async function sendRequests(
  parts: BatchParts,
  requests: readonly (readonly BatchUnit[])[],
  keys: readonly string[],
  { concurrency = 10, onLossy: _, idempotencyKey: __, ...common }: SendBatchOptions,
): Promise<SentRequests> {
  const { signal } = common;
  const ends = new Map<BatchUnit, UnitEnd>();
  let stop: Stop | undefined;
  const sendRequest = async (units: readonly BatchUnit[], callOptions: CallOptions): Promise<void> => {
    if (signal?.aborted) stop ??= { error: signal.reason, isInterrupted: true };
    if (stop !== undefined) return;
    try {
      const receipts = await execute(parts, units, callOptions);
      units.forEach((unit, place) => {
        const receipt = receipts[place];
        if (receipt === undefined) ends.set(unit, withoutReceipt(parts.provider));
        else ends.set(unit, { receipt, isOwnRequest: units.length === 1 });
      });
    } catch (error) {
      // The caller's abort reason may be an error of ours, of another call.
      const isInterrupted = !isOrgError(error) || (signal?.aborted === true && error === signal.reason);
      const isRefused = AuthenticationError.isInstance(error) && error.outcome === 'not-sent';
      if (isInterrupted || isRefused) stop ??= { error, isInterrupted };
      for (const unit of units) ends.set(unit, { error, isInterrupted });
    }
  };
  const waiting = requests.entries();
  const sendRest = async (): Promise<void> => {
    for (const [place, units] of waiting)
      await sendRequest(units, { ...common, idempotencyKey: keys[place] });
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, requests.length) }, sendRest));
  return { ends, stop };
}

async function execute(
  { session }: BatchParts,
  units: readonly BatchUnit[],
  options: CallOptions,
): Promise<readonly SendReceipt[]> {
  const [first] = units;
  if (first !== undefined && units.length === 1)
    return [await session.execute('send', first.message, options)];
  const messages = units.map(({ message }) => message);
  return session.execute('send.batch', messages, options);
}

/** The service's response has fewer entries than the request has messages. */
function withoutReceipt(provider: string): UnitEnd {
  const error = new IncompleteSendError({
    message: `The response of ${provider} has no entry for this message; whether it was sent is not known.`,
    provider,
    operation: 'send.batch',
    outcome: 'unknown',
  });
  return { error, isInterrupted: false };
}
