import type { Frame } from './frames.ts';

/** Who a connection signed in as. */
export interface SignedInUser {
  readonly id: string;
  readonly info: unknown;
  readonly watchlist: readonly string[];
}

/** One open client, as the commands see it. */
export interface Connection {
  readonly socketId: string;
  /** Names of the channels it is subscribed to. */
  readonly channels: Set<string>;
  /** Set by a successful sign-in. */
  user: SignedInUser | undefined;
  /** Signed in, or once joined a channel that needs a signature. */
  isAuthorized: boolean;
  /** Takes one client event from its allowance. */
  takeClientEvent(): boolean;
  send(frame: Frame): void;
  close(code: number, reason?: string): void;
  /** Cuts the TCP connection without a closing frame. */
  terminate(): void;
  /** Stops, or goes on, reading what the client sends. */
  freeze(isFrozen: boolean): void;
}
