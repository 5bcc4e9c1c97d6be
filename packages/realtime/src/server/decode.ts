import { ResponseFormatError } from '@org/core';
import { isRecord } from '../protocol/json.ts';

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
}

/** Counts by channel. Empty without `info`, and for a server that responds `{"ok":true}`. */
export function mapCounts(body: unknown): ReadonlyMap<string, ChannelCounts> {
  const { channels = {} } = record(body ?? {}, 'body');
  return countsByChannel(channels);
}

/** One entry for each event. Without `info`, Reverb sends an object instead of the list. */
export function mapBatch(body: unknown, length: number): readonly ChannelCounts[] {
  const { batch } = record(body ?? {}, 'body');
  const entries = Array.isArray(batch) ? batch : [];
  return Array.from({ length }, (_, index) => toCounts(entries[index] ?? {}, `batch[${index}]`));
}

export function mapChannels(body: unknown): ReadonlyMap<string, ChannelCounts> {
  return countsByChannel(record(body, 'body')['channels']);
}

export function mapChannel(body: unknown): ChannelState {
  const { occupied } = record(body, 'body');
  if (typeof occupied !== 'boolean') throw unexpected('occupied', 'a boolean');
  return { occupied, ...toCounts(body, 'body') };
}

export function mapUsers(body: unknown): readonly string[] {
  const { users } = record(body, 'body');
  if (!Array.isArray(users)) throw unexpected('users', 'a list');
  return users.map((user, index) => {
    const { id } = record(user, `users[${index}]`);
    if (typeof id !== 'string' && typeof id !== 'number')
      throw unexpected(`users[${index}].id`, 'text or a number');
    return String(id);
  });
}

function countsByChannel(channels: unknown): ReadonlyMap<string, ChannelCounts> {
  const entries = Object.entries(record(channels, 'channels'));
  return new Map(entries.map(([name, counts]) => [name, toCounts(counts, `channels.${name}`)]));
}

function toCounts(value: unknown, path: string): ChannelCounts {
  const { user_count: userCount, subscription_count: subscriptionCount } = record(value, path);
  for (const [name, count] of Object.entries({ userCount, subscriptionCount }))
    if (count !== undefined && typeof count !== 'number') throw unexpected(`${path}: ${name}`, 'a number');
  return {
    ...(userCount !== undefined && { userCount: userCount as number }),
    ...(subscriptionCount !== undefined && { subscriptionCount: subscriptionCount as number }),
  };
}

function record(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw unexpected(path, 'an object');
}

function unexpected(path: string, expected: string): ResponseFormatError {
  const problem = `must be ${expected}`;
  return new ResponseFormatError({
    message: `The response is not in the documented form: ${path} ${problem}. Check host and pathPrefix.`,
    provider: 'realtime',
    issues: [{ path, message: problem }],
  });
}
