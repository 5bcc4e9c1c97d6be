import type { Recorder } from '../recorder.ts';

/** `[lon, lat]` in degrees. */
export type Place = readonly [number, number];

export interface RouteOptions {
  readonly signal?: AbortSignal;
  /** Options as a program without a compiler passes them. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** One peer. Its methods reject as the peer reports an error. */
export interface RouteClient {
  directions(places: readonly Place[], options?: RouteOptions): Promise<unknown>;
  /** A table of durations, all to all. */
  readonly matrix?: (places: readonly Place[]) => Promise<unknown>;
  readonly canAbort: boolean;
  close?(): Promise<void> | void;
}

/** What the engine does with one request. */
export type Turn =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** The connection is lost before a response, or in the middle of one. */
  | 'reset'
  | 'cut'
  | 'hold';

/** An engine that records every request. */
export interface Engine extends Recorder {
  /** The next requests; later ones are answered. */
  turns: Turn[];
}

export const key = 'pk.proof_0123456789abcdef';
export const trip: readonly Place[] = [
  [8.681495, 49.41461],
  [8.687872, 49.420318],
];
