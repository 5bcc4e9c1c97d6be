import type { Transport } from '../../src/index.ts';

/** The transports under test. `fetch` stands for the default of light entries and for ky. */
export const transportNames = ['node:http', 'undici', 'fetch'] as const;
export type TransportName = (typeof transportNames)[number];

/** A transport, and its name for probes that open another one like it. */
export interface Over {
  readonly name: TransportName;
  readonly transport: Transport;
}

/** Performs the case of a row, and describes in a few words how it ended. */
export type Probe = (over: Over) => Promise<string>;

/** One row of the table in packages/core/docs/transports.md. */
export interface Row {
  readonly case: string;
  readonly probe: Probe;
  /** The end on every transport, except for those that have their own below. */
  readonly end: string;
  readonly but?: { readonly [Name in TransportName]?: string };
}

/** Rows about one thing. */
export interface Topic<Kind = Row> {
  readonly title: string;
  readonly rows: readonly Kind[];
  /** Whether a row changes the process, so that the transports take turns. */
  readonly takesTurns?: boolean;
  /** Whether this Node cannot do what the rows need. */
  readonly isAbsent?: boolean;
  /** Prepares the process. Returns the way back. */
  prepare?(): () => void;
}

export const endOn = ({ end, but }: Row, name: TransportName): string => but?.[name] ?? end;
