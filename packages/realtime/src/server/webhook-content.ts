import { ResponseFormatError } from '@org/core';
import { readBounded } from '../bounded-body.ts';
import { wrongInput } from '../internal/wrong-input.ts';
import { isRecord } from '../protocol/json.ts';
import type { WebhookEvent, WebhookRequest } from './webhook-model.ts';

const maxBodyBytes = 10 * 1024 * 1024;

/** The verified parts of a webhook. `bytes` is undefined for a body that is too large. @internal */
export interface WebhookParts {
  readonly key: string;
  readonly signature: string | undefined;
  readonly bytes: Uint8Array | undefined;
}

/** @throws InvalidInputError @internal */
export async function readRequest(request: WebhookRequest): Promise<WebhookParts> {
  if (!isRecord(request as unknown) || !isRecord(request.headers as unknown))
    throw wrongInput('request', 'parse needs a web Request, or its { headers, body }.');
  const header = (name: string) => readHeader(request.headers, name);
  const given = request instanceof Request ? await readBytes(request) : toBytes(request.body);
  const bytes = given !== undefined && given.length <= maxBodyBytes ? given : undefined;
  return { key: header('x-pusher-key') ?? '', signature: header('x-pusher-signature'), bytes };
}

/** Returns undefined for a body that is too large, and does not read the rest. */
function readBytes({ bodyUsed, body }: Request): Promise<Uint8Array | undefined> {
  if (bodyUsed)
    throw wrongInput(
      'request',
      'The body of the Request was read before: pass the Request unread, or pass its { headers, body }.',
    );
  return readBounded(body, maxBodyBytes);
}

function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  throw wrongInput(
    'body',
    'body must be the raw text or bytes, because the signature covers them: read it before a JSON parser ' +
      "(in Express: express.raw({ type: '*/*' })).",
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

/** Reads the events of a verified webhook. @throws ResponseFormatError @internal */
export function readEvents(bytes: Uint8Array): {
  readonly timestampMs: number;
  readonly events: readonly WebhookEvent[];
} {
  const body = parseJson(new TextDecoder().decode(bytes));
  if (isBody(body)) return { timestampMs: body.time_ms, events: body.events.map(mapEvent) };
  throw new ResponseFormatError({
    message: 'The webhook is signed, but its body is not in the documented form.',
    provider: 'realtime',
  });
}

function isBody(body: unknown): body is WireBody {
  return (
    isRecord(body) &&
    typeof body['time_ms'] === 'number' &&
    Array.isArray(body['events']) &&
    body['events'].every(isEvent)
  );
}

function isEvent(event: unknown): event is WireEvent {
  return isRecord(event) && typeof event['name'] === 'string';
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

// A JSON key `__proto__` would change the prototype of a copy.
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

// The official servers send JSON text, others send the value.
function parseData(data: unknown): unknown {
  return typeof data === 'string' ? parseJson(data) : data;
}

/** Returns the text itself if it is not JSON. */
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
