import type { OrgError } from '@org/core';

/** One message, without its data, which may be personal; or one change of the state. */
export interface TrafficEntry {
  atMs: number;
  kind: 'received' | 'sent' | 'state';
  /** The event, or the state. */
  name: string;
  channel: string | undefined;
  /** The length of the message. */
  length: number | undefined;
  /** Why the state changed. */
  error: OrgError | undefined;
}

const maxEntries = 64;
// A longer name than the protocol has is not kept: it bounds the memory.
const maxName = 200;

/** The last entries, for `diagnose`. Keeps references only, and no data. */
export class RecentTraffic {
  readonly #entries: TrafficEntry[] = [];
  #next = 0;

  /** Without an object for each call, and the oldest entry is used again: this runs for each message. */
  add(
    kind: TrafficEntry['kind'],
    atMs: number,
    name: string,
    channel: string | undefined,
    length: number | undefined,
    error: OrgError | undefined,
  ): void {
    const at = this.#next;
    this.#next = (at + 1) % maxEntries;
    const isShort = name.length <= maxName && (channel === undefined || channel.length <= maxName);
    const shownName = isShort ? name : '(a long name)';
    const shownChannel = isShort ? channel : undefined;
    const entry = this.#entries[at];
    if (entry === undefined) {
      this.#entries.push({ atMs, kind, name: shownName, channel: shownChannel, length, error });
      return;
    }
    entry.atMs = atMs;
    entry.kind = kind;
    entry.name = shownName;
    entry.channel = shownChannel;
    entry.length = length;
    entry.error = error;
  }

  /** The oldest first. */
  list(): readonly Readonly<TrafficEntry>[] {
    const { length } = this.#entries;
    return this.#entries.map((_, at) => ({ ...(this.#entries[(this.#next + at) % length] as TrafficEntry) }));
  }
}
