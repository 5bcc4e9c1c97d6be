import type { AuthorizationFailure } from '../../auth/authorization-error.ts';
import {
  type AuthorizationListener,
  AuthorizationQueue,
  type AuthorizationQueueOptions,
  type AuthorizationRequest,
} from '../../auth/authorization-queue.ts';
import type { SignInGate } from '../../auth/sign-in-gate.ts';
import type { Connection } from '../../connection/connection.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import type { EventHub } from '../event-hub.ts';
import { type ClientEventSettings, type ClientEvents, createClientEvents } from '../events/client-events.ts';
import type { Extension, TokenPort } from '../subscription/extension.ts';
import type { Extensions } from './extensions.ts';

export interface PrivateChannelsContext {
  readonly settings: Omit<AuthorizationQueueOptions, 'failure' | 'user' | 'report'> &
    Omit<ClientEventSettings, 'send' | 'report'>;
  readonly user: SignInGate;
  readonly hub: EventHub;
  readonly connection: Connection;
}

export class PrivateChannels {
  readonly clientEvents: ClientEvents;
  readonly #context: PrivateChannelsContext;
  readonly #extensions: Extensions;
  readonly #queue: AuthorizationQueue;

  constructor(context: PrivateChannelsContext, failure: AuthorizationFailure, extensions: Extensions) {
    const { connection, hub, settings, user } = context;
    this.#context = context;
    this.#extensions = extensions;
    this.#queue = new AuthorizationQueue({ ...settings, user, failure, report: hub.report });
    this.clientEvents = createClientEvents({
      ...settings,
      send: (event) => connection.send(event),
      report: hub.report,
    });
  }

  readonly request = (request: AuthorizationRequest, listener: AuthorizationListener): void =>
    this.#queue.request(request, listener);

  /** Gets the token of a channel, and the extension of a presence or encrypted one. */
  authorize(request: AuthorizationRequest, port: TokenPort): void {
    const { channelName, signal } = request;
    const { encrypted, presence } = channelKind(channelName);
    this.request(request, {
      granted: (token) => {
        if (!encrypted && !presence) return port.granted(token);
        this.#extend(channelName, port).then(
          (extension) => signal.aborted || port.granted(token, extension),
          (error) => signal.aborted || port.refused(error),
        );
      },
      refused: port.refused,
    });
  }

  async #extend(channel: string, port: TokenPort): Promise<Extension> {
    if (port.extension !== undefined) return port.extension;
    const { connection, hub, settings } = this.#context;
    const { encrypted, presence } = this.#extensions;
    const open = channelKind(channel).presence ? presence : encrypted;
    return open(channel, port, { runtime: settings.runtime, hub, connection, request: this.request });
  }
}
