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
  /** What `keep` returned for the message. */
  text: string | undefined;
  /** Why the state changed. */
  error: OrgError | undefined;
}

const maxEntries = 64;
// A longer name than the protocol has is not kept: it bounds the memory.
const maxName = 200;

/** The last entries, for `diagnose` and `inspect`. Keeps references only. */
export class RecentTraffic {
  /** Which part of a message is kept: nothing, because it may be personal, until `inspect` asks for it. */
  keep: ((message: string) => string | undefined) | undefined;
  readonly #entries: TrafficEntry[] = [];
  #next = 0;

  /** Without an object for each call, and the oldest entry is used again: this runs for each message. */
  add(
    kind: TrafficEntry['kind'],
    atMs: number,
    name: string,
    channel?: string,
    message?: string,
    error?: OrgError,
  ): void {
    const at = this.#next;
    this.#next = (at + 1) % maxEntries;
    const isShort = name.length <= maxName && (channel === undefined || channel.length <= maxName);
    this.#entries[at] ??= {} as TrafficEntry;
    const entry = this.#entries[at];
    entry.atMs = atMs;
    entry.kind = kind;
    entry.name = isShort ? name : '(a long name)';
    entry.channel = isShort ? channel : undefined;
    entry.length = message?.length;
    entry.text = this.keep?.(message ?? '');
    entry.error = error;
  }

  /** The oldest first. */
  list(): readonly Readonly<TrafficEntry>[] {
    const { length } = this.#entries;
    return this.#entries.map((_, at) => ({ ...(this.#entries[(this.#next + at) % length] as TrafficEntry) }));
  }
}
