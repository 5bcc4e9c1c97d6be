/** How failed attempts are repeated. The defaults are the AWS "SEP 2.1" standard numbers. @public */
export interface RetryOptions {
  /** Total number of attempts, the first included. @defaultValue 3 */
  readonly maxAttempts?: number | undefined;
  /** First back-off ceiling. @defaultValue 50 */
  readonly baseMs?: number | undefined;
  /** First back-off ceiling after a throttled attempt. @defaultValue 1000 */
  readonly throttledBaseMs?: number | undefined;
  /** @defaultValue 20 000 */
  readonly maxBackoffMs?: number | undefined;
  /**
   * A longer `Retry-After` fails the call at once; the error has it in `retryAfterMs`.
   *
   * @defaultValue 60 000
   */
  readonly maxRetryAfterMs?: number | undefined;
  /** The retry budget of the client, so that an outage does not multiply traffic; `false` for none. */
  readonly quota?: RetryQuotaOptions | false | undefined;
}

/** The retry budget: each retry costs, each success refunds. @public */
export interface RetryQuotaOptions {
  /** @defaultValue 500 */
  readonly capacity?: number | undefined;
  /** @defaultValue 14 */
  readonly cost?: number | undefined;
  /** @defaultValue 5 */
  readonly throttledCost?: number | undefined;
}

/**
 * The numbers AWS clients used before 2026, for those who want them back. @public
 *
 * @example
 * const client = createServiceClient(service, { retry: legacyRetry() });
 */
export function legacyRetry(): RetryOptions {
  return {
    maxAttempts: 3,
    baseMs: 100,
    throttledBaseMs: 500,
    quota: { capacity: 500, cost: 5, throttledCost: 5 },
  };
}
