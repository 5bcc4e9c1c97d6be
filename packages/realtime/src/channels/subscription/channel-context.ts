import type { Runtime } from '@org/core';
import type { Authorizer, BatchAuthorizer } from '../../auth/authorizer.ts';
import type { Connection } from '../../connection/connection.ts';
import type { EventHub } from '../event-hub.ts';
import type { LazyAuthorization } from '../private/load-private-channels.ts';

export interface ChannelSettings {
  readonly runtime: Runtime;
  readonly subscribeTimeoutMs: number;
  readonly authorize?: Authorizer | BatchAuthorizer | undefined;
}

/** The parts of a client that its channels use. */
export interface ChannelContext {
  readonly settings: ChannelSettings;
  readonly hub: EventHub;
  readonly connection: Connection;
  readonly authorization: LazyAuthorization;
}
