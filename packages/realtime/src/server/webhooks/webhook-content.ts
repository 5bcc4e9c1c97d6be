import { ResponseFormatError } from '@org/core';
import { isRecord, parseText } from '../../internal/json.ts';
import { exactIds } from '../../protocol/exact-ids.ts';
import type { WebhookEvent } from './webhook-model.ts';

interface WireEvent extends Readonly<Record<string, unknown>> {
  readonly name: string;
}

interface WireBody {
  readonly time_ms: number;
  readonly events: readonly WireEvent[];
}

/** What a client sent is the application's own. */
const clientFields: ReadonlySet<string> = new Set(['data']);

/** Reads the events of a verified webhook. @throws ResponseFormatError */
export function readEvents(content: string | Uint8Array): {
  readonly timestampMs: number;
  readonly events: readonly WebhookEvent[];
} {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const body = exactIds(parseText(text), text, clientFields);
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
    const clientName = text(event['event']);
    if (name === 'client_event' && clientName !== undefined)
      return clientEvent(event, { channel, event: clientName, userId });
  }
  return { type: 'other', name, raw: withoutPrototype(event) };
}

// A JSON key `__proto__` would change the prototype of a copy.
function withoutPrototype(event: WireEvent): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(event).filter(([key]) => key !== '__proto__'));
}

function clientEvent(
  wire: WireEvent,
  { channel, event, userId }: { channel: string; event: string; userId: string | undefined },
): WebhookEvent {
  const socketId = text(wire['socket_id']);
  return {
    type: 'client_event',
    channel,
    event,
    ...readData(wire['data']),
    ...(socketId === undefined ? {} : { socketId }),
    ...(userId === undefined ? {} : { userId }),
  };
}

// The hosted service sends an object as JSON text; soketi and Sockudo send the client's value.
function readData(data: unknown): { readonly data: unknown; readonly raw?: string } {
  return typeof data === 'string' ? { data: parseText(data), raw: data } : { data };
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
