import * as z from 'zod/mini';
import { lazily } from '../internal/lazily.ts';

/** How many are there; only what was asked for, and only where the app has it switched on. @public */
export interface ChannelCounts {
  /** Distinct members of a presence channel. */
  readonly userCount?: number;
  /** Connections that are subscribed to the channel. */
  readonly subscriptionCount?: number;
}

/** What the service knows of a channel. @public */
export interface ChannelState extends ChannelCounts {
  /** Is anybody subscribed? */
  readonly occupied: boolean;
}

const wireCounts = lazily(() =>
  z.object({ user_count: z.optional(z.number()), subscription_count: z.optional(z.number()) }),
);
const counted = lazily(() => z.object({ channels: z.optional(z.record(z.string(), wireCounts())) }));

/**
 * By channel, what `info` asked for; empty when nothing was asked. Servers that answer `{"ok":true}` mean the
 * same.
 */
export function mapCounts(body: unknown): ReadonlyMap<string, ChannelCounts> {
  const { channels = {} } = z.parse(counted(), body ?? {});
  return new Map(Object.entries(channels).map(([name, counts]) => [name, toCounts(counts)]));
}

// Without `info` one server sends an object for the list.
const batch = lazily(() =>
  z.object({ batch: z.optional(z.union([z.array(wireCounts()), z.looseObject({})])) }),
);

export function mapBatch(body: unknown, length: number): readonly ChannelCounts[] {
  const { batch: entries } = z.parse(batch(), body ?? {});
  return Array.from({ length }, (_, index) => toCounts(Array.isArray(entries) ? (entries[index] ?? {}) : {}));
}

const named = lazily(() => z.object({ channels: z.looseObject({}) }));

export function mapChannels(body: unknown): ReadonlyMap<string, ChannelCounts> {
  return mapCounts(z.parse(named(), body));
}

const state = lazily(() => z.extend(wireCounts(), { occupied: z.boolean() }));

export function mapChannel(body: unknown): ChannelState {
  const wire = z.parse(state(), body);
  return { occupied: wire.occupied, ...toCounts(wire) };
}

const present = lazily(() =>
  z.object({ users: z.array(z.object({ id: z.union([z.string(), z.number()]) })) }),
);

export function mapUsers(body: unknown): readonly string[] {
  return z.parse(present(), body).users.map(({ id }) => String(id));
}

function toCounts(wire: z.infer<ReturnType<typeof wireCounts>>): ChannelCounts {
  return {
    ...(wire.user_count === undefined ? {} : { userCount: wire.user_count }),
    ...(wire.subscription_count === undefined ? {} : { subscriptionCount: wire.subscription_count }),
  };
}
