import type { RecoveryFailure, RecoveryVerdict } from '../channels/realtime-events.ts';
import { createRecentIds, type RecentIds } from '../channels/refetch/recent-ids.ts';
import type { Position } from './position.ts';

/** `unverifiable`: an event before the last one did not come. */
export type Spoiled = Extract<RecoveryFailure, 'undelivered' | 'unverifiable'>;

// As many as the gaps that a client remembers. The oldest are dropped.
const maxChannels = 10_000;

/** What the recovery of a client remembers from one connection to the next. */
export class RecoveryMemory {
  /** The verdict on the channel whose confirmation is being delivered. */
  verdict: { readonly channel: string; readonly of: RecoveryVerdict; readonly rewind?: unknown } | undefined;
  /** The service refused version 2, with a code of the protocol. */
  isRefused = false;
  /** Channels and ids of the messages that were delivered. */
  readonly #recentIds: RecentIds = createRecentIds();
  readonly #positions = new Map<string, Position>();
  /** Channels that were confirmed, in any version, and ended. Their next confirmation ends a gap. */
  readonly #interrupted = new Set<string>();
  /** Channels with an event that arrived and was not delivered, or did not arrive. */
  readonly #spoiled = new Map<string, Spoiled>();

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

  interrupt(channel: string): void {
    this.#interrupted.add(channel);
    const [oldest = ''] = this.#interrupted.size > maxChannels ? this.#interrupted : [];
    this.#interrupted.delete(oldest);
  }

  isInterrupted(channel: string): boolean {
    return this.#interrupted.has(channel);
  }

  /** The verdict on a channel that is being confirmed. One on stored events does not answer a gap. */
  takeVerdict(channel: string): RecoveryVerdict | undefined {
    const hasGap = this.#interrupted.delete(channel);
    if (hasGap && this.verdict?.rewind !== undefined) this.verdict = undefined;
    return this.verdict?.channel === channel ? this.verdict.of : undefined;
  }

  /** The verdict on the stored events of a channel that is being confirmed, if this `rewind` was sent. */
  verdictOfRewind(channel: string, rewind: unknown): RecoveryVerdict | undefined {
    const { channel: confirmed, of, rewind: sent } = this.verdict ?? {};
    const isOfIt = confirmed === channel && rewind !== undefined;
    return isOfIt && JSON.stringify(sent) === JSON.stringify(rewind) ? of : undefined;
  }

  spoil(channel: string, reason: Spoiled): void {
    if (this.#positions.has(channel) && this.#spoiled.get(channel) !== 'undelivered')
      this.#spoiled.set(channel, reason);
  }

  takeSpoiled(channel: string): Spoiled | undefined {
    const reason = this.#spoiled.get(channel);
    this.#spoiled.delete(channel);
    return reason;
  }

  /** Events are delivered without positions from now on. */
  forget(): void {
    this.#positions.clear();
    this.#spoiled.clear();
  }
}
