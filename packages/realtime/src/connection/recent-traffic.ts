import type { OrgError } from '@org/core';

/** One message, without its data, which may be personal; or one change of the state. @internal */
export interface TrafficEntry {
  readonly atMs: number;
  readonly kind: 'received' | 'sent' | 'state';
  /** The event, or the state. */
  readonly name: string;
  readonly channel?: string | undefined;
  /** The length of the message. */
  readonly length?: number | undefined;
  /** Why the state changed. */
  readonly error?: OrgError | undefined;
}

const maxEntries = 64;
// A longer name than the protocol has is not kept: it bounds the memory.
const maxName = 200;

/** The last entries, for `diagnose`. Keeps references only, and no data. @internal */
export class RecentTraffic {
  readonly #entries: TrafficEntry[] = [];
  #next = 0;

  add(entry: TrafficEntry): void {
    const isShort = entry.name.length <= maxName && (entry.channel?.length ?? 0) <= maxName;
    this.#entries[this.#next] = isShort ? entry : { ...entry, name: '(a long name)', channel: undefined };
    this.#next = (this.#next + 1) % maxEntries;
  }

  /** The oldest first. */
  list(): readonly TrafficEntry[] {
    return [...this.#entries.slice(this.#next), ...this.#entries.slice(0, this.#next)];
  }
}
