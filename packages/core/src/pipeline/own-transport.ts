import type { Transport } from '../http/transport.ts';
import type { Failure } from '../retry/failure.ts';
import type { Runtime } from '../time/runtime.ts';
import type { Judge } from './http-response.ts';

/** What a client sends through that was given no transport. Its `close` may be called twice. */
export interface OwnTransport {
  readonly send: Transport;
  close(): void;
}

/** The code of HTTP calls that full and light clients have in their own way. */
export interface HttpCode extends NonNullable<Judge['parts']['loaded']> {
  /** Opens the transport of a client that was given none. */
  readonly openTransport: (provider: string, fetch: Runtime['fetch'] | undefined) => OwnTransport;
  /**
   * What a failed network attempt means: whether the service may have acted, and so whether it may be
   * repeated.
   */
  readonly classifyTransportError: (error: unknown) => Failure;
}
