import type { OrgError, Runtime } from '@org/core';
import {
  type ClientEventSettings,
  type ClientEvents,
  createClientEvents,
} from '../channels/events/client-events.ts';
import { createRoster, type Roster } from '../channels/roster.ts';
import type { Inbound } from '../channels/subscription/inbound.ts';
import { inboundPort } from '../channels/subscription/inbound-port.ts';
import type { Connection } from '../connection/connection.ts';
import { loadEncryptedInbound } from '../crypto/load-encrypted-inbound.ts';
import type { EventHub } from '../event-hub.ts';
import type { Frame } from '../protocol/frame.ts';
import type { AuthorizationFailure } from './authorization-error.ts';
import {
  type AuthorizationListener,
  AuthorizationQueue,
  type AuthorizationQueueOptions,
  type AuthorizationRequest,
} from './authorization-queue.ts';

export { postAuthorization, postBatch } from './post-authorization.ts';

/** @internal */
export interface PrivateChannelsContext
  extends Omit<AuthorizationQueueOptions, 'failure'>,
    Omit<ClientEventSettings, 'send' | 'report'> {
  readonly runtime: Runtime;
  readonly hub: EventHub;
  readonly connection: Connection;
}

/** The private and presence channels of a client. Loaded with the first one. @internal */
export class PrivateChannels {
  readonly clientEvents: ClientEvents;
  readonly #context: PrivateChannelsContext;
  readonly #failure: AuthorizationFailure;
  readonly #queue: AuthorizationQueue;
  readonly #report: (error: OrgError) => void;

  constructor(context: PrivateChannelsContext, failure: AuthorizationFailure) {
    const { connection, hub } = context;
    this.#report = (error) => hub.emit({ type: 'error', error });
    this.#context = context;
    this.#failure = failure;
    this.#queue = new AuthorizationQueue({ ...context, failure });
    this.clientEvents = createClientEvents({
      ...context,
      send: (event) => connection.send(event),
      report: this.#report,
    });
  }

  readonly request = (request: AuthorizationRequest, listener: AuthorizationListener): void =>
    this.#queue.request(request, listener);

  createRoster(channel: string): Roster {
    return createRoster(channel, this.#report);
  }

  /** Loads the code of an encrypted channel. */
  loadInbound(channel: string, deliver: (frame: Frame) => void): Promise<Inbound> {
    const port = inboundPort(channel, { ...this.#context, request: this.request }, deliver);
    return loadEncryptedInbound(port, this.#failure);
  }
}
