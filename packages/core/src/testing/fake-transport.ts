import { ConfigurationError } from '../errors/caller-errors.ts';
import { buildServiceResponse, type ServiceResponse } from '../http/response.ts';
import type { Transport, TransportRequest } from '../http/transport.ts';
import { optionKinds, requireArgument } from '../options/option-kinds.ts';
import { untilAborted } from '../time/until-aborted.ts';
import type { Answer } from './fault-rules.ts';

/** A request as the transport received it. @public */
export interface FakeRequest {
  readonly method: string;
  readonly url: URL;
  /** All headers that would be sent, the credential included. */
  readonly headers: Headers;
  readonly body: Uint8Array;
  text(): string;
  json(): unknown;
}

/** A rule: the requests that it matches, and their response. @public */
export interface FakeRule {
  /** The requests that it matches; all when omitted. */
  readonly when?: {
    readonly method?: string | undefined;
    /** The whole path, without query. */
    readonly path?: string | undefined;
    /** Only the nth (from 1) of the requests that match `method` and `path`. */
    readonly nth?: number | undefined;
  };
  /** A response, `never`, or a network error (an `Error` with a `code` such as `ECONNREFUSED`). */
  readonly answer: FakeHttpAnswer | ((request: FakeRequest) => FakeHttpAnswer | Promise<FakeHttpAnswer>);
}

/** A response, an error to reject with, or `never` for no response. @public */
export type FakeHttpAnswer = Answer | Error | 'never';

/** A transport that responds by rules and records the requests. @public */
export interface FakeTransport extends Transport {
  /** All requests, in order: each attempt of a call is one. */
  readonly requests: readonly FakeRequest[];
  /** Adds a rule. The first added rule that matches a request counts. */
  respond(rule: FakeRule): this;
}

/**
 * Replaces the network in unit tests of code that uses a client: the client's real driver and pipeline run,
 * and every request gets a scripted response. Pass it to a client as `transport`. Waits (`delayMs`) use the
 * client's runtime.
 *
 * A request that no rule matches is a `ConfigurationError` that names it. @public
 *
 * @example
 * ```ts
 * const transport = createFakeTransport([
 *   { when: { path: '/v1/send' }, answer: { json: { success: true } } },
 * ]);
 * const email = createEmailClient({ driver: plunk({ apiKey: 'test' }), transport });
 * expect(transport.requests[0]?.json()).toMatchObject({ subject: 'Hi' });
 * ```
 */
export function createFakeTransport(rules: readonly FakeRule[] = []): FakeTransport {
  requireArgument('rules', rules, optionKinds.list);
  const requests: FakeRequest[] = [];
  const entries = rules.map((rule) => ({ rule, seen: 0 }));

  const transport: Transport = async (sent) => {
    sent.signal.throwIfAborted();
    const request = await record(sent);
    requests.push(request);
    const rule = find(entries, request);
    if (rule === undefined) throw noRule(request);
    const answer = typeof rule.answer === 'function' ? await rule.answer(request) : rule.answer;
    if (answer === 'never') return untilAborted(new Promise<never>(() => {}), sent.signal);
    if (answer instanceof Error) throw answer;
    if (answer.delayMs !== undefined) await sent.runtime.sleep(answer.delayMs, sent.signal);
    sent.signal.throwIfAborted();
    sent.onHeaders?.(answer.status ?? 200);
    return toAnswer(answer);
  };
  return Object.assign(transport, {
    requests,
    respond(this: FakeTransport, rule: FakeRule) {
      entries.push({ rule, seen: 0 });
      return this;
    },
  });
}

interface Entry {
  readonly rule: FakeRule;
  seen: number;
}

function find(entries: readonly Entry[], { method, url }: FakeRequest): FakeRule | undefined {
  let found: FakeRule | undefined;
  for (const entry of entries) {
    const { when = {} } = entry.rule;
    if ((when.method ?? method) !== method || (when.path ?? url.pathname) !== url.pathname) continue;
    entry.seen += 1;
    if (when.nth === undefined || when.nth === entry.seen) found ??= entry.rule;
  }
  return found;
}

async function record({ method, url, headers, body }: TransportRequest): Promise<FakeRequest> {
  const bytes = new Uint8Array(await new Response(body as BodyInit | undefined).arrayBuffer());
  const text = () => new TextDecoder().decode(bytes);
  return {
    method,
    url: new URL(url),
    headers: new Headers([...headers]),
    body: bytes,
    text,
    json: () => JSON.parse(text()),
  };
}

function toAnswer({ status = 200, headers = {}, json, body, chunks }: Answer): ServiceResponse {
  const fields = new Headers(json === undefined ? {} : { 'content-type': 'application/json' });
  for (const [name, value] of Object.entries(headers)) {
    fields.delete(name);
    for (const item of [value].flat()) fields.append(name, item);
  }
  const pieces = chunks ?? [body ?? (json === undefined ? '' : JSON.stringify(json))];
  const encoder = new TextEncoder();
  const bytes = pieces.flatMap((piece) => [...(typeof piece === 'string' ? encoder.encode(piece) : piece)]);
  return buildServiceResponse(status, fields, Uint8Array.from(bytes));
}

function noRule({ method, url }: FakeRequest): ConfigurationError {
  return new ConfigurationError({
    message: `The fake transport has no rule for ${method} ${url.pathname}. Add one with respond(…).`,
  });
}
