import { createRedactor, type Redact } from '@org/core/secrets';
import { hideFields, hideHeader, hideQuery } from './hide-secrets.ts';
import type { LoggedExchange } from './request-log.ts';

/** A logged request without secrets, for people and tests. */
export interface LoggedRequest {
  /** `r1`, `r2` and so on. */
  readonly id: string;
  readonly service: 'mail' | 'routing' | 'realtime';
  readonly at: Date;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its first thousands of characters; `bodyBytes` counts all. */
  readonly body: string;
  readonly bodyBytes: number;
  /** 0 for a connection that was cut without a response. */
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
  readonly durationMs: number;
  /** What the client said: `attempt 2, waited 350 ms for its limiter`. Nothing of a first one at once. */
  readonly client: string | undefined;
  /** The messages that it put into the mailbox. */
  readonly messageIds: readonly string[];
  /** The fault that changed it. */
  readonly faultId: string | undefined;
  /** The request that it repeats. */
  readonly replayOf: string | undefined;
}

// The redactor searches 8,192 characters, with a margin that it drops.
const maxShown = 8192;

/** Describes requests without the given secrets, and without values whose names are those of secrets. */
export function createDescriber(secrets: readonly string[]) {
  const redact = createRedactor(secrets);
  return (entry: LoggedExchange): LoggedRequest => {
    const { id, service, at, request, response, messageIds, faultId, replayOf } = entry;
    return {
      id,
      service,
      at,
      method: request.method,
      target: redactTarget(request.target, redact),
      headers: redactHeaders(request.headers, redact),
      body: redactBody(request.bytes, redact),
      bodyBytes: request.bytes.byteLength,
      status: response === undefined || response.drop ? 0 : response.status,
      responseHeaders: redactHeaders(response?.headers ?? {}, redact),
      responseBody: redactBody(entry.responseBody, redact),
      durationMs: Math.round((entry.durationMs ?? 0) * 10) / 10,
      client: describeAttempt(request.headers['org-attempt']),
      messageIds: [...messageIds],
      faultId,
      replayOf,
    };
  };
}

/** The clients of `@org` say it to a server on this machine, except of a first attempt that did not wait. */
function describeAttempt(header: string | undefined): string | undefined {
  const [, attempt, waitedMs = '0'] = /^(\d{1,9})(?:; waited-ms=(\d{1,9}))?$/.exec(header ?? '') ?? [];
  if (attempt === undefined) return undefined;
  return `attempt ${attempt}${Number(waitedMs) === 0 ? '' : `, waited ${waitedMs} ms for its limiter`}`;
}

function redactHeaders(headers: Readonly<Record<string, string>>, redact: Redact): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, redact(hideHeader(name, value))]),
  );
}

/** Each part alone: the redactor removes the whole query of a URL. */
function redactTarget(target: string, redact: Redact): string {
  return hideQuery(target)
    .split(/([?&])/)
    .map((part) => redact(part))
    .join('');
}

function redactBody(bytes: Uint8Array, redact: Redact): string {
  const text = new TextDecoder().decode(bytes);
  if (text.includes('\u0000')) return `(${bytes.byteLength} bytes)`;
  return redact(hideFields(text), maxShown);
}
