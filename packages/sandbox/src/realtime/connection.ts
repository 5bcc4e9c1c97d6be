import type { Frame } from './frames.ts';

export interface SignedInUser {
  readonly id: string;
  readonly info: unknown;
  readonly watchlist: readonly string[];
}

/** One open connection. */
export interface Connection {
  readonly socketId: string;
  /** The version of the protocol that the client asked for. */
  readonly protocol: number;
  /** The names of its channels. */
  readonly channels: Set<string>;
  /** Set by a successful sign-in. */
  user: SignedInUser | undefined;
  /** Whether it signed in, or joined a channel that needs a signature. */
  isAuthorized: boolean;
  /** Takes one client event from its rate limit. */
  takeClientEvent(): boolean;
  send(frame: Frame): void;
  close(code: number, reason?: string): void;
  /** Cuts the TCP connection without a closing frame. */
  terminate(): void;
  /** Half-open: neither reads nor sends. */
  freeze(isFrozen: boolean): void;
  /** Pauses or resumes reading. */
  listen(isListening: boolean): void;
}
