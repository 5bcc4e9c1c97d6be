/**
 * Attribute names. Names without `org.` are stable names of the OpenTelemetry semantic conventions for HTTP
 * (1.23.0 and later), except `url.template`, which is still in development there.
 */
export const names = {
  method: 'http.request.method',
  resendCount: 'http.request.resend_count',
  status: 'http.response.status_code',
  serverAddress: 'server.address',
  serverPort: 'server.port',
  url: 'url.full',
  urlTemplate: 'url.template',
  error: 'error.type',
  provider: 'org.provider',
  operation: 'org.operation',
  requestId: 'org.request_id',
  safety: 'org.safety',
  attempt: 'org.attempt',
  attempts: 'org.attempts',
  attemptsAllowed: 'org.attempts.allowed',
  duration: 'org.duration',
  outcome: 'org.outcome',
  cancelled: 'org.cancelled',
  superseded: 'org.superseded',
  throttled: 'org.throttled',
  retryRefusal: 'org.retry.refusal',
  retryWait: 'org.retry.wait',
  waitReason: 'org.limiter.wait.reason',
  waitGranted: 'org.limiter.wait.granted',
  queueLength: 'org.limiter.queue.length',
  quotaLimit: 'org.quota.limit',
  quotaRemaining: 'org.quota.remaining',
  quotaReset: 'org.quota.reset',
  quotaWindow: 'org.quota.window',
} as const;

/** Attributes with a value. */
export type Attributes = Record<string, string | number | boolean>;

/** Omits the attributes without a value. */
export function known(values: Readonly<Record<string, string | number | boolean | undefined>>): Attributes {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(values)) if (value !== undefined) attributes[name] = value;
  return attributes;
}

/** The `error.type` attribute. An aborted call and a superseded attempt are not errors. */
export function errorType(errorCode: string | undefined, status?: number): string | undefined {
  if (status !== undefined && status >= 400) return String(status);
  return errorCode === 'aborted' || errorCode === 'superseded' ? undefined : errorCode;
}
