import {
  CircuitOpenError,
  ConfigurationError,
  createRuntime,
  isOrgError,
  NetworkError,
  type OrgError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
} from '@org/core';
import type { EmailDriver } from '../driver.ts';
import { AccountSuspendedError, IncompleteSendError } from '../model/errors.ts';
import {
  type ComposedCapabilities,
  type ComposedEntry,
  composeDrivers,
  type Route,
} from './compose-drivers.ts';

/** Options of `failover()`. @public */
export interface FailoverOptions {
  /**
   * After a failure with `outcome: 'unknown'`: `fail` rejects; `send-again` sends through the next driver,
   * and the recipient may get two mails.
   *
   * @defaultValue 'fail'
   */
  readonly onUnknown?: 'fail' | 'send-again' | undefined;
}

/**
 * A driver that sends through the first of several drivers that can: through the next one when the one before
 * surely sent nothing, because it is unreachable, throttled, over its quota or suspended. A message that a
 * service refuses, or a suppressed recipient, is no reason to try the next.
 *
 * It can do what all its drivers can; it has no templates, stores or webhooks, whose ids belong to one
 * service. The result's `provider`, and that of each recipient, is the driver that accepted the mail. Every
 * driver gets the call's idempotency key, but a repeated call may reach another driver: for a client, the
 * composition has no keys.
 *
 * Each driver has its own limiter. Give an entry its own circuit breaker so that an outage is not noticed
 * again with every mail: `{ driver: resend(), limiter: createBreaker() }`.
 *
 * @throws ConfigurationError without drivers, or for a wrong option
 * @public
 */
export function failover<const Entries extends readonly ComposedEntry[]>(
  entries: Entries,
  { onUnknown = 'fail' }: FailoverOptions = {},
): EmailDriver<ComposedCapabilities<Entries[number]>> {
  if (onUnknown !== 'fail' && onUnknown !== 'send-again')
    throw new ConfigurationError({ message: "onUnknown must be 'fail' or 'send-again'." });
  return composeDrivers<Entries[number]>({
    name: 'failover',
    entries,
    changes: { idempotency: 'none' },
    open({ runtime, deadlineMs }) {
      const { monotonic } = createRuntime(runtime);
      return createRoute(onUnknown === 'send-again', monotonic, deadlineMs ?? 120_000);
    },
  });
}

function createRoute(sendsAgain: boolean, monotonic: () => number, usualDeadlineMs: number): Route {
  return async (members, run, options) => {
    const { deadlineMs = usualDeadlineMs, signal } = options;
    const endsAtMs = monotonic() + deadlineMs;
    let unknown: OrgError | undefined;
    for (const [place, member] of members.entries()) {
      const remainingMs = endsAtMs - monotonic();
      try {
        return await run(member, place === 0 ? options : { ...options, deadlineMs: remainingMs });
      } catch (error) {
        // The caller's abort reason may be an error of ours, of another call.
        if (!isOrgError(error) || (signal?.aborted && error === signal.reason)) throw error;
        if (error.outcome === 'unknown') unknown ??= error;
        const isLast = place === members.length - 1 || endsAtMs <= monotonic();
        if (!isLast && canTryNext(error, sendsAgain)) continue;
        throw unknown === undefined || unknown === error ? error : mayBeSent(unknown, error);
      }
    }
    throw new ConfigurationError({ message: 'failover() has no driver.' });
  };
}

/** Failures of the service or the account, which say nothing about the message. */
const elsewhere = [
  AccountSuspendedError,
  CircuitOpenError,
  NetworkError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  ThrottleRejectedError,
  TimeoutError,
];

function canTryNext(error: OrgError, sendsAgain: boolean): boolean {
  if (error.outcome === 'unknown') return sendsAgain;
  return error.outcome === 'not-sent' && elsewhere.some((family) => family.isInstance(error));
}

/** An earlier driver may have sent the mail: the last error alone would say that nothing is out. */
function mayBeSent(unknown: OrgError, last: OrgError): IncompleteSendError {
  return new IncompleteSendError({
    message:
      `${unknown.provider} may have sent the mail, and ${last.provider} failed after it. ` +
      'Look the mail up before you send it again.',
    provider: unknown.provider,
    operation: 'send',
    outcome: 'unknown',
    cause: last,
  });
}
