import type { CallOptions, OrgError, Outcome } from '@org/core';
import type { EngineOptions } from '@org/core/driver';
import type { Failover, FailoverRules } from '@org/core/failover';
import { toMailError } from '../model/mail-error.ts';
import type { PreparedMessage } from '../model/message.ts';
import type { RecipientOutcome, SendReceipt } from '../model/send-result.ts';
import { outcomesOf } from '../sending/conclude.ts';
import { ofEach } from '../sending/deliver.ts';
import { type EmailMember, type Route, type SendSession, sendThrough } from './compose-drivers.ts';
import { mayBeSent } from './rules.ts';

/** One driver after the other. Of a batch, the next driver gets the messages that the one before refused. */
export function failoverRoute(
  group: Failover<SendSession>,
  rules: FailoverRules,
  { deadlineMs = 120_000 }: EngineOptions,
): Route {
  return async (messages, options) => {
    const { signal, onAborted } = options;
    const receipts: (SendReceipt | undefined)[] = [];
    let due = [...messages.keys()];
    let isRefused = false;
    let proven: Outcome = 'unknown';
    const own: CallOptions = {
      ...options,
      onAborted(outcome) {
        proven = outcome;
      },
    };
    try {
      await group.run(own, { deadlineMs }, async (member, share, doubt) => {
        isRefused = false;
        const asked = due.map((place) => messages[place] as PreparedMessage);
        const given = await sendThrough(member as EmailMember, asked, share);
        for (const [index, place] of due.entries())
          receipts[place] = doubt === undefined ? given[index] : inDoubt(given[index], doubt);
        const refusals = given.map((receipt) => refusalOf(receipt, rules));
        const refusal = refusals.find((error) => error !== undefined);
        if (refusal === undefined) return;
        due = due.filter((_, index) => refusals[index] !== undefined);
        isRefused = true;
        throw refusal;
      });
    } catch (thrown) {
      const isAbort = signal?.aborted === true && thrown === signal.reason;
      const hasAnswer = receipts.length > 0 && (!isAbort || due.length < messages.length);
      if (!hasAnswer && isAbort) onAborted?.(proven);
      if (!hasAnswer) throw thrown;
      const failure = toMailError(thrown, signal, proven);
      const error = due.length > 1 ? ofEach(failure, failure.provider ?? 'the last driver') : failure;
      // Each refused message has its own reason, unless a later driver failed.
      if (!isRefused)
        for (const place of due)
          receipts[place] = {
            outcomes: outcomesOf({ message: messages[place] as PreparedMessage }, { error }),
          };
    }
    return receipts;
  };
}

/** The error of a message that was surely sent to nobody, if another driver may send it. */
function refusalOf(receipt: SendReceipt | undefined, { mayTryNext }: FailoverRules): OrgError | undefined {
  const isMovable = ({ status, error }: RecipientOutcome) =>
    status === 'rejected' && error?.outcome === 'not-sent' && mayTryNext(error);
  return receipt?.outcomes.every(isMovable) ? receipt.outcomes[0]?.error : undefined;
}

/** An earlier driver may have sent what this one refused. */
function inDoubt(receipt: SendReceipt | undefined, doubt: OrgError): SendReceipt | undefined {
  const outcomes = receipt?.outcomes.map((outcome): RecipientOutcome => {
    const isRefused = outcome.status === 'rejected' || outcome.status === 'suppressed';
    return isRefused ? { ...outcome, status: 'unknown', error: mayBeSent(doubt, outcome.error) } : outcome;
  });
  return receipt && outcomes && { ...receipt, outcomes };
}
