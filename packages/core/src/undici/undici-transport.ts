import type { Agent } from 'undici';
import type { Transport } from '../http/transport.ts';
import { meantOption } from '../options/meant-option.ts';
import { own } from '../options/own.ts';
import { installedVersion, type Peer, peerError } from '../options/peer.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { dispatch, type UndiciDispatcher } from './dispatch.ts';

// Earlier versions have no cache, and other handlers.
export const undiciPeer: Peer = { feature: 'createUndiciTransport()', name: 'undici', from: '7.0.0' };

const undiciTransportNames: OptionNames<UndiciTransportOptions> = { dispatcher: 0 };

/** Options of `createUndiciTransport()`. @public */
export interface UndiciTransportOptions {
  /**
   * Your own dispatcher: for a proxy, client certificates, other limits. `close()` does not close it.
   *
   * @defaultValue an `Agent` with undici's own defaults, created at the first call
   */
  readonly dispatcher?: UndiciDispatcher | undefined;
}

/** A transport on undici, with connections to close. @public */
export interface UndiciTransport extends Transport {
  /** Ends all connections, also those in use. Idle connections do not keep a process alive. */
  close(): Promise<void>;
}

/**
 * The transport with the lowest cost per request, for services on Node with many calls: undici without the
 * layers of `fetch`. Needs the package `undici` 7 or later in your project. Clients with the same transport
 * share its connections. The runtime's `fetch` is then not used. @public
 *
 * @example
 * const email = createEmailClient({ driver: plunk(), transport: createUndiciTransport() });
 */
export function createUndiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  refuseUnknown(options, undiciTransportNames, 'transport: createUndiciTransport()', meantOption);
  const given = own(options, 'dispatcher');
  let opening: Promise<Agent> | undefined;
  let agent: Agent | undefined;
  const open = async (): Promise<Agent> => {
    const { Agent, cacheStores } = await import('undici').catch(refuse);
    if (cacheStores === undefined) refuse();
    agent = new Agent();
    return agent;
  };
  const refuse = (cause?: unknown): never => {
    // The next request looks again.
    opening = undefined;
    throw peerError(undiciPeer, installedVersion('undici', import.meta.url), cause);
  };
  const transport: Transport = (request) => {
    const dispatcher = given ?? agent;
    if (dispatcher !== undefined) return dispatch(dispatcher, request);
    opening ??= open();
    return opening.then((opened) => dispatch(opened, request));
  };
  const close = async () => {
    await (await opening?.catch(() => undefined))?.destroy();
  };
  return Object.assign(transport, { close });
}
