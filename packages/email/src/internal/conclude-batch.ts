import { isOrgError, type OrgError } from '@org/core';
import { IncompleteSendError, RecipientRejectedError } from '../model/errors.ts';
import type { LossyMapping } from '../model/fit-message.ts';
import { recipientsOf } from '../model/message.ts';
import type { RecipientOutcome, SendReceipt } from '../model/send-result.ts';
import type { SendEachOutcome } from '../send-each.ts';
import { concludeSend } from './conclude-send.ts';
import type { BatchUnit } from './plan-batch.ts';
import { failed, isEarlierSend, notStarted } from './send-individually.ts';
import type { SplitReceipt, Stop } from './send-parts.ts';

/** How a unit ended: with a receipt, or with the error of its request. */
export type UnitEnd =
  | { readonly receipt: SendReceipt; readonly isOwnRequest: boolean }
  | { readonly error: unknown; readonly isInterrupted: boolean };

/** A message that can be sent, and its units; without an `end`, a unit never started. */
export interface EndedMessage {
  readonly lossy: readonly LossyMapping[];
  readonly units: readonly { readonly unit: BatchUnit; readonly end: UnitEnd | undefined }[];
}

/** The outcome of one message of a batch, merged from its units. */
export function concludeMessage(
  provider: string,
  index: number,
  { lossy, units }: EndedMessage,
  stop: Stop | undefined,
): SendEachOutcome {
  const reason = reasonWithoutSend(units, stop);
  if (reason !== undefined) return { index, ok: false, error: reason };
  try {
    return { index, ok: true, result: concludeSend(merge(units, stop), lossy, provider) };
  } catch (error) {
    return { index, ok: false, error: toOutcomeError(error, provider, stop) };
  }
}

/** An abort reason may be anything, and a rejected recipient may have no error. */
function toOutcomeError(error: unknown, provider: string, stop: Stop | undefined): OrgError {
  if (stop?.isInterrupted && error === stop.error) return notStartedError(error);
  if (isOrgError(error)) return error;
  return new RecipientRejectedError({
    message: `${provider} refused the message, and gave no reason.`,
    provider,
    operation: 'send.batch',
    outcome: 'not-sent',
  });
}

/** The error of a message that is one mail, or of a message of which nothing started. */
function reasonWithoutSend(units: EndedMessage['units'], stop: Stop | undefined): OrgError | undefined {
  const [first] = units;
  if (units.length === 1 && first?.end !== undefined) {
    const { end } = first;
    return 'error' in end && !end.isInterrupted && isOrgError(end.error) ? end.error : undefined;
  }
  if (units.some(({ end }) => end !== undefined) || stop === undefined) return undefined;
  return !stop.isInterrupted && isOrgError(stop.error) ? stop.error : notStartedError(stop.error);
}

function notStartedError(cause: unknown): IncompleteSendError {
  return new IncompleteSendError({
    message: 'The batch was interrupted before this message was sent.',
    operation: 'send.batch',
    outcome: 'not-sent',
    cause,
  });
}

function merge(units: EndedMessage['units'], stop: Stop | undefined): SplitReceipt {
  const [first] = units;
  if (units.length === 1 && first?.end !== undefined && 'receipt' in first.end) {
    const { receipt, isOwnRequest } = first.end;
    return { ...receipt, isSplit: !isOwnRequest };
  }
  const outcomes = units.flatMap(({ unit, end }) => outcomesOf(unit, end, stop));
  const replayed = units.every(({ end }) => end !== undefined && isReplayed(end));
  // Only a message with a unit in flight at the interruption is interrupted.
  const wasCut = units.some(({ end }) => end === undefined || ('error' in end && end.isInterrupted));
  return { outcomes, replayed, isSplit: true, stop: wasCut ? stop : undefined };
}

function isReplayed(end: UnitEnd): boolean {
  if ('receipt' in end) return end.receipt.replayed === true;
  return !end.isInterrupted && isOrgError(end.error) && isEarlierSend(end.error);
}

function outcomesOf(
  { message }: BatchUnit,
  end: UnitEnd | undefined,
  stop: Stop | undefined,
): readonly RecipientOutcome[] {
  if (end !== undefined && 'receipt' in end) return end.receipt.outcomes;
  return recipientsOf(message).map((recipient) => {
    if (end === undefined)
      return stop === undefined ? { recipient, status: 'unknown' } : notStarted(recipient, stop);
    const { error, isInterrupted } = end;
    return isInterrupted || !isOrgError(error) ? { recipient, status: 'unknown' } : failed(recipient, error);
  });
}
