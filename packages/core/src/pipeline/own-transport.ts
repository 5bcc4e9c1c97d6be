import type { Transport } from '../http/transport.ts';

/** What a client sends through that was given no transport. Its `close` may be called twice. */
export interface OwnTransport {
  readonly send: Transport;
  close(): void;
}
