import type { Cell } from './peer.ts';

/** What a run of the proof found. */
export interface Results {
  /** The day, as `2026-11-29`. */
  readonly date: string;
  readonly node: string;
  readonly groups: readonly GroupResult[];
}

export interface GroupResult {
  readonly id: string;
  readonly product: string;
  readonly title: string;
  readonly rows: readonly { readonly id: string; readonly title: string }[];
  readonly peers: readonly PeerResult[];
}

export interface PeerResult {
  readonly name: string;
  readonly version: string;
  readonly packages: number;
  readonly kilobytes: number;
  readonly bundleKilobytes: number;
  /** Multiples of ours; absent where the group has no usual call. */
  readonly time?: number;
  readonly cpu?: number;
  readonly cells: Readonly<Record<string, Cell>>;
}

export const resultsFile = new URL('results.json', import.meta.url);
