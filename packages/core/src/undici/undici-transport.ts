import type { Agent } from 'undici';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Transport } from '../http/transport.ts';
import { own } from '../options/own.ts';
import { dispatch, type UndiciDispatcher } from './dispatch.ts';

/** What `createUndiciTransport()` takes. @public */
export interface UndiciTransportOptions {
  /**
   * A dispatcher of your own: for a proxy, client certificates, other limits. `close()` leaves it alone. Without one an `Agent` with undici's
   * own defaults is made with the first call.
   */
  readonly dispatcher?: UndiciDispatcher | undefined;
}

/** A transport on undici, with connections to close. @public */
export interface UndiciTransport extends Transport {
  /** Ends all connections, also those in use. Idle ones alone never keep a process alive, so that a script need not call it. */
  close(): Promise<void>;
}

/**
 * The transport that costs least, for services on Node that send much: undici without what `fetch` puts around it. Needs the package `undici`, 7 or later, in
 * your project. Clients that are given the same transport share its connections. The runtime's `fetch` is then not used.
 *
 * @public
 */
export function createUndiciTransport(options: UndiciTransportOptions = {}): UndiciTransport {
  const given = own(options, 'dispatcher');
  let opening: Promise<Agent> | undefined;
  let agent: Agent | undefined;
  const open = async (): Promise<Agent> => {
    const { Agent } = await import('undici').catch((cause: unknown) => {
      // The next request looks again.
      opening = undefined;
      throw new ConfigurationError({
        message: 'createUndiciTransport() needs the package undici, 7 or later: npm install undici.',
        outcome: 'not-sent',
        cause,
      });
    });
    agent = new Agent();
    return agent;
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
