import { type Issue, ResponseFormatError } from '@org/core';
import * as z from 'zod/mini';
import { isRecord, parseText } from '../../internal/json.ts';

/** The counts that `info` asked for, where the app has them enabled. @public */
export interface ChannelCounts {
  /** Distinct members of a presence channel. */
  readonly userCount?: number;
  /** Connections that are subscribed to the channel. */
  readonly subscriptionCount?: number;
}

/** A channel at the service. @public */
export interface ChannelState extends ChannelCounts {
  /** Whether any connection is subscribed. */
  readonly occupied: boolean;
  /** The cached event; `null` if the cache is empty. Only with `info: ['cache']`. */
  readonly cachedEvent?: CachedEvent | null;
}

/** The last event that a cache channel keeps for new subscribers. @public */
export interface CachedEvent {
  /** The publisher's data: parsed if it is JSON. */
  readonly data: unknown;
  /** The text as the service keeps it. */
  readonly raw: string;
  /** The remaining time in the cache, if the service says so. */
  readonly ttlMs?: number;
  /** The event's name, if the service says so (Reverb). */
  readonly event?: string;
}

const wireCounts = z.object({
  user_count: z.optional(z.number()),
  subscription_count: z.optional(z.number()),
});

// zod's own record adds more code than this check. A schema costs as much as a request: each is made once.
const channelList = z.looseObject({});
const wireTrigger = z.object({ channels: z.optional(channelList) });
const wireBatch = z.object({ batch: z.optional(z.unknown()) });
const wireChannels = z.object({ channels: channelList });
const wireUsers = z.object({ users: z.array(z.object({ id: z.unknown() })) });

/** Counts by channel. Empty without `info`, and for a server that responds `{"ok":true}`. */
export function mapCounts(body: unknown): ReadonlyMap<string, ChannelCounts> {
  const answer = withEmptyMap(body ?? {});
  read(wireTrigger, answer);
  return countsByChannel(answer);
}

/** One entry for each event. Without `info`, Reverb sends an object instead of the list. */
export function mapBatch(body: unknown, length: number): readonly ChannelCounts[] {
  const { batch } = read(wireBatch, body ?? {});
  const entries = Array.isArray(batch) ? batch : [];
  if (entries.length > 0 && entries.length !== length)
    throw unexpected([{ path: 'batch', message: `must have ${length} entries` }]);
  return Array.from({ length }, (_, index) => toCounts(entries[index] ?? {}, `batch[${index}]`));
}

export function mapChannels(body: unknown): ReadonlyMap<string, ChannelCounts> {
  const answer = withEmptyMap(body);
  read(wireChannels, answer);
  return countsByChannel(answer);
}

/** Reverb writes an empty map as an empty list, as PHP does. */
function withEmptyMap(body: unknown): unknown {
  const channels = isRecord(body) ? body['channels'] : undefined;
  return Array.isArray(channels) && channels.length === 0 ? { channels: {} } : body;
}

export function mapChannel(body: unknown): ChannelState {
  const { occupied, cache } = read(wireChannel, body);
  const cached = cache === undefined ? {} : { cachedEvent: cache === null ? null : toCachedEvent(cache) };
  return { occupied, ...toCounts(body), ...cached };
}

// The hosted service and Sockudo send `{ data, ttl }`, in seconds; Reverb the whole event.
const wireCache = z.object({
  data: z.unknown(),
  ttl: z.optional(z.number()),
  event: z.optional(z.string()),
});
const wireChannel = z.object({ occupied: z.boolean(), cache: z.optional(z.nullable(wireCache)) });

function toCachedEvent({ data, ttl, event }: z.infer<typeof wireCache>): CachedEvent {
  const raw = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
  return {
    data: typeof data === 'string' ? parseText(data) : data,
    raw,
    ...(ttl !== undefined && { ttlMs: ttl * 1_000 }),
    ...(event !== undefined && { event }),
  };
}

export function mapUsers(body: unknown): readonly string[] {
  const { users } = read(wireUsers, body);
  return users.map(({ id }, index) => {
    if (typeof id === 'string' || typeof id === 'number') return String(id);
    throw unexpected([{ path: `users[${index}].id`, message: 'must be text or a number' }]);
  });
}

/** Of the body itself: zod drops the key `__proto__`, which is a channel name like any other. */
function countsByChannel(body: unknown): ReadonlyMap<string, ChannelCounts> {
  const channels = isRecord(body) ? body['channels'] : undefined;
  const entries = Object.entries(isRecord(channels) ? channels : {});
  return new Map(entries.map(([name, counts]) => [name, toCounts(counts, `channels.${name}`)]));
}

function toCounts(value: unknown, path?: string): ChannelCounts {
  const { user_count: userCount, subscription_count: subscriptionCount } = read(wireCounts, value, path);
  return {
    ...(userCount !== undefined && { userCount }),
    ...(subscriptionCount !== undefined && { subscriptionCount }),
  };
}

function read<Wire>(schema: z.ZodMiniType<Wire>, value: unknown, start?: string): Wire {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw unexpected(
    result.error.issues.map((issue) => ({
      path: [...(start === undefined ? [] : [start]), ...issue.path.map(String)].join('.') || 'body',
      message: issue.code === 'invalid_type' ? `must be of type ${issue.expected}` : issue.message,
    })),
  );
}

function unexpected(issues: readonly Issue[]): ResponseFormatError {
  const [first] = issues;
  return new ResponseFormatError({
    message:
      `The response is not in the documented form: ${first?.path} ${first?.message}. ` +
      'Check host and pathPrefix.',
    provider: 'realtime',
    issues,
  });
}
