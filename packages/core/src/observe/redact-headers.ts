import { createRedactor } from './redact-text.ts';

const redacted = '[redacted]';

// Safe by name. Whatever is not here is hidden, so that a new secret header is hidden from its first day.
const shownHeaders = new Set([
  'accept',
  'accept-encoding',
  'age',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'request-id',
  'retry-after',
  'retry-after-ms',
  'server',
  'transfer-encoding',
  'user-agent',
  'vary',
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
]);

/** Names in lower case, with the values that may be shown; `[redacted]` for all others. @internal */
export function redactHeaders(
  headers: Iterable<readonly [string, string]>,
  secrets: readonly string[] = [],
): Record<string, string> {
  const redact = createRedactor(secrets);
  const shown: Record<string, string> = Object.create(null);
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    shown[lower] = shownHeaders.has(lower) ? redact(value) : redacted;
  }
  return shown;
}
