import type { OrgError } from '@org/core';
import { isRecord } from '../internal/json.ts';
import { Listeners } from '../listeners.ts';
import { readId } from '../protocol/exact-ids.ts';
import type { UserStatus, WatchlistEvent } from './user.ts';

// Far above the 100 users of the hosted service, to bound the memory.
const maxUsers = 10_000;
const statuses = ['online', 'offline'] as const;

/** The users that the signed-in user watches, with its listeners. */
export class Watchlist {
  readonly listeners: Listeners<'watchlist', WatchlistEvent>;
  readonly #users = new Map<string, UserStatus>();
  #shown: ReadonlyMap<string, UserStatus> | undefined;

  constructor(report: (error: OrgError) => void) {
    this.listeners = new Listeners(report);
  }

  /** A snapshot, which later changes do not affect. */
  get users(): ReadonlyMap<string, UserStatus> {
    this.#shown ??= new Map(this.#users);
    return this.#shown;
  }

  /** Takes the data of `pusher_internal:watchlist_events`. */
  receive(data: unknown): void {
    for (const event of readWatchlistEvents(data)) {
      this.#apply(event);
      this.listeners.emit('watchlist', event);
    }
  }

  clear(): void {
    this.#users.clear();
    this.#shown = undefined;
  }

  #apply({ name, userIds }: WatchlistEvent): void {
    const status = statuses.find((each) => each === name);
    if (status === undefined) return;
    for (const id of userIds)
      if (this.#users.has(id) || this.#users.size < maxUsers) this.#users.set(id, status);
    this.#shown = undefined;
  }
}

/** Names that this client does not know pass. */
function readWatchlistEvents(data: unknown): readonly WatchlistEvent[] {
  const events = isRecord(data) ? data['events'] : undefined;
  if (!Array.isArray(events)) return [];
  return events.filter(isRecord).flatMap((raw): WatchlistEvent[] => {
    const { name, user_ids: ids } = raw;
    const userIds = Array.isArray(ids) ? ids.flatMap((id) => readId(id) ?? []) : [];
    return typeof name === 'string' && name !== '' ? [{ name, userIds, raw }] : [];
  });
}
