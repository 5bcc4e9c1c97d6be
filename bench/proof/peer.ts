import { setTimeout as sleep } from 'node:timers/promises';

/** Imports a package of a peer, or of this workspace, by its name. */
export type Load = <Module>(name: string) => Promise<Module>;

/** One column of a table: a client, and how to open it on a server on loopback. */
export interface Peer<Client> {
  readonly name: string;
  /** The packages that a program installs. The version of the first is printed. */
  readonly packages: readonly string[];
  /** The imports of a program that does one call, for the size of its bundle. */
  readonly program: string;
  /** `unpaced`: without a limit of calls in a time, for the figures. */
  open(load: Load, origin: string, pace?: 'unpaced'): Promise<Client>;
}

/** What a server or a caller saw. */
export interface Cell {
  readonly text: string;
  /** Did harm come of it: a double, a silent loss, a leak? Absent where the peer lacks the feature. */
  readonly harm?: boolean;
}

/** One fault, and what is counted under it. */
export interface Row<Client, Server> {
  readonly id: string;
  readonly title: string;
  /** The row itself makes a listener throw. */
  readonly canThrow?: true;
  /** Real waits of a minute. */
  readonly isLong?: true;
  run(client: Client, server: Server): Promise<Cell>;
}

/** The peers of one service, on the same rows. */
export interface Group<Client, Server> {
  readonly id: string;
  readonly product: 'email' | 'routing' | 'realtime';
  readonly title: string;
  readonly peers: readonly Peer<Client>[];
  readonly rows: readonly Row<Client, Server>[];
  /** A server that behaves until a row says otherwise. */
  start(): Promise<Server & { readonly origin: string } & AsyncDisposable>;
  /** One usual call, for the figures. */
  readonly call?: (client: Client) => Promise<unknown>;
}

/** How a call ended. */
export interface Ending {
  readonly error?: unknown;
  readonly value?: unknown;
}

/** A call that has not ended by then counts as one without an end. */
export const longestMs = 70_000;
export const noEnd = new Error(`no end in ${longestMs} ms`);

/** Waits for the end of a call, whichever it is. */
export async function endingOf(call: () => Promise<unknown>): Promise<Ending> {
  const over = new AbortController();
  const timer = sleep(longestMs, undefined, over).then(() => Promise.reject(noEnd));
  timer.catch(() => {});
  try {
    return { value: await Promise.race([call(), timer]) };
  } catch (error) {
    return { error };
  } finally {
    over.abort();
  }
}

/** The end of a call as its caller hears of it. */
export function reported({ error }: Ending, isInDoubt?: (error: unknown) => boolean): string {
  if (error === undefined) return 'result';
  if (error === noEnd) return 'no end';
  return isInDoubt?.(error) ? 'in doubt' : 'error';
}

export const isRefused = ({ error }: Ending) => error !== undefined && error !== noEnd;
