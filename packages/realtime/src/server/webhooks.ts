import { OrgError, ResponseFormatError, type Runtime } from '@org/core';
import { wrongInput } from '../internal/wrong-input.ts';
import { signatures } from './signatures.ts';
import type { AppToken, SecretsOfKey } from './webhook-secrets.ts';

/** The webhook does not come from the service, or not now. Answer 401 and forget it. @public */
export class WebhookSignatureError extends OrgError {
  static override readonly family: string = 'WebhookSignatureError';
  declare readonly code: 'webhook-signature';
}

/** Which keys a webhook may be signed with, and how old it may be. @public */
export interface WebhookOptions {
  /** Further pairs that are valid now: the old ones during a rotation, or an old secret of the same key. */
  readonly tokens?: readonly AppToken[] | undefined;
  /** How far `time_ms` may be from now, both ways; the service repeats a failed webhook for five minutes. @defaultValue 600 000 */
  readonly toleranceMs?: number | undefined;
}

/** A web `Request`, or its parts: the body as it came, never parsed and written again. @public */
export type WebhookRequest =
  | Request
  | {
      readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
      readonly body: string | Uint8Array;
    };

/** One thing that happened, by its `type`. @public */
export type WebhookEvent =
  | { readonly type: 'channel_occupied' | 'channel_vacated' | 'cache_miss'; readonly channel: string }
  | { readonly type: 'member_added' | 'member_removed'; readonly channel: string; readonly userId: string }
  | { readonly type: 'subscription_count'; readonly channel: string; readonly subscriptionCount: number }
  | {
      readonly type: 'client_event';
      readonly channel: string;
      readonly event: string;
      readonly data: unknown;
      readonly socketId?: string;
      readonly userId?: string;
    }
  /** An event that this version does not know. */
  | { readonly type: 'other'; readonly name: string; readonly raw: Readonly<Record<string, unknown>> };

/** What one webhook tells. @public */
export interface Webhook {
  readonly at: Date;
  readonly events: readonly WebhookEvent[];
}

const maxBodyBytes = 10 * 1024 * 1024;

/** @internal */
export async function parseWebhook(
  secretsOf: SecretsOfKey,
  options: WebhookOptions,
  runtime: Runtime,
  request: WebhookRequest,
): Promise<Webhook> {
  const { checkTimestamp, verifyHmac } = await signatures();
  const { key, signature, bytes } = await readRequest(request);
  const secrets = await secretsOf(key);
  const genuine = secrets && (await verifyHmac({ secrets, bytes, signature, encoding: 'hex' }));
  if (!genuine) {
    throw new WebhookSignatureError({
      message: 'The webhook’s signature does not fit its body, or its key is not one of ours.',
      provider: 'realtime',
    });
  }
  const { time_ms: timestampMs, events } = parseBody(bytes);
  if (!checkTimestamp({ timestampMs, nowMs: runtime.now(), toleranceMs: options.toleranceMs ?? 600_000 })) {
    throw new WebhookSignatureError({
      message: 'The webhook is too old, or from the future.',
      provider: 'realtime',
    });
  }
  return { at: new Date(timestampMs), events: events.map(mapEvent) };
}

async function readRequest(
  request: WebhookRequest,
): Promise<{ readonly key: string; readonly signature: string | undefined; readonly bytes: Uint8Array }> {
  const header = (name: string) => readHeader(request.headers, name);
  const bytes =
    request instanceof Request ? new Uint8Array(await request.arrayBuffer()) : toBytes(request.body);
  if (bytes.length > maxBodyBytes) {
    throw new WebhookSignatureError({ message: 'The webhook is larger than 10 MiB.', provider: 'realtime' });
  }
  return { key: header('x-pusher-key') ?? '', signature: header('x-pusher-signature'), bytes };
}

function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw wrongInput(
    'body',
    "A webhook is verified over its raw body: pass the text or the bytes as they came, before any JSON parser (in Express, express.raw({ type: '*/*' })).",
  );
}

function readHeader(headers: WebhookRequest['headers'], wanted: string): string | undefined {
  if (headers instanceof Headers) return headers.get(wanted) ?? undefined;
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() === wanted) return typeof value === 'string' ? value : value?.[0];
  }
  return undefined;
}

interface WireEvent extends Readonly<Record<string, unknown>> {
  readonly name: string;
}

interface WireBody {
  readonly time_ms: number;
  readonly events: readonly WireEvent[];
}

function parseBody(bytes: Uint8Array): WireBody {
  const body = parseJson(new TextDecoder().decode(bytes));
  if (isBody(body)) return body;
  throw new ResponseFormatError({
    message: 'The webhook is signed, but its body is not what the service documents.',
    provider: 'realtime',
  });
}

function isBody(body: unknown): body is WireBody {
  return (
    isObject(body) &&
    typeof body['time_ms'] === 'number' &&
    Array.isArray(body['events']) &&
    body['events'].every(isEvent)
  );
}

function isEvent(event: unknown): event is WireEvent {
  return isObject(event) && typeof event['name'] === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapEvent(event: WireEvent): WebhookEvent {
  const { name } = event;
  const channel = text(event['channel']);
  const userId = text(event['user_id']);
  if (channel !== undefined) {
    if (name === 'channel_occupied' || name === 'channel_vacated' || name === 'cache_miss')
      return { type: name, channel };
    if ((name === 'member_added' || name === 'member_removed') && userId !== undefined)
      return { type: name, channel, userId };
    const subscriptionCount = event['subscription_count'];
    if (name === 'subscription_count' && typeof subscriptionCount === 'number')
      return { type: name, channel, subscriptionCount };
    if (name === 'client_event') return clientEvent(event, channel, userId);
  }
  return { type: 'other', name, raw: withoutPrototype(event) };
}

// JSON can name a key so that copying it by assignment changes a prototype.
function withoutPrototype(event: WireEvent): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(event).filter(([key]) => key !== '__proto__'));
}

function clientEvent(event: WireEvent, channel: string, userId: string | undefined): WebhookEvent {
  const socketId = text(event['socket_id']);
  return {
    type: 'client_event',
    channel,
    event: text(event['event']) ?? '',
    data: parseData(event['data']),
    ...(socketId === undefined ? {} : { socketId }),
    ...(userId === undefined ? {} : { userId }),
  };
}

// The official servers send JSON text, another sends the value itself.
function parseData(data: unknown): unknown {
  return typeof data === 'string' ? parseJson(data) : data;
}

/** The text itself where it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
