import type { RecoveryVerdict } from '../channels/realtime-events.ts';
import { createRecentIds, type RecentIds } from '../channels/refetch/recent-ids.ts';
import type { Position } from './position.ts';

// As many as the gaps that a client remembers. The oldest are dropped.
const maxChannels = 10_000;

/** What the recovery of a client remembers from one connection to the next. */
export class RecoveryMemory {
  /** The verdict on the channel whose confirmation is being delivered. */
  verdict: { readonly channel: string; readonly of: RecoveryVerdict } | undefined;
  /** The service refused version 2, with a code of the protocol. */
  isRefused = false;
  /** Channels and ids of the messages that were delivered. */
  readonly #recentIds: RecentIds = createRecentIds();
  readonly #positions = new Map<string, Position>();
  /** Channels with an event that arrived and was not delivered. */
  readonly #spoiled = new Set<string>();

  /**
   * Returns false for a message that the channel got before. The ids are of a publish, which may go to more
   * channels than one.
   */
  addId(channel: string, messageId: string | undefined): boolean {
    return this.#recentIds.add(messageId && `${messageId} ${channel}`, true);
  }

  position(channel: string): Position | undefined {
    return this.#positions.get(channel);
  }

  /** The channel's events up to this place were delivered. */
  setPosition(channel: string, position: Position | undefined): void {
    this.#positions.delete(channel); // the newest at the end
    if (position === undefined) return;
    this.#positions.set(channel, position);
    for (const oldest of this.#positions.keys()) {
      if (this.#positions.size <= maxChannels) break;
      this.#positions.delete(oldest);
      this.#spoiled.delete(oldest);
    }
  }

  spoil(channel: string): void {
    if (this.#positions.has(channel)) this.#spoiled.add(channel);
  }

  takeSpoiled(channel: string): boolean {
    return this.#spoiled.delete(channel);
  }

  /** Events are delivered without positions from now on. */
  forget(): void {
    this.#positions.clear();
    this.#spoiled.clear();
  }
}
