import type { Runtime } from '@org/core';
import type { Authorizer, BatchAuthorizer } from '../../auth/authorizer.ts';
import type { Connection } from '../../connection/connection.ts';
import type { EventHub } from '../event-hub.ts';
import type { LazyAuthorization } from '../private/load-private-channels.ts';
import type { RecoveryPort } from '../recovery-port.ts';
import type { LazyServiceErrors } from './load-service-errors.ts';
import type { Retries } from './retry-subscription.ts';

export interface ChannelSettings {
  readonly runtime: Runtime;
  readonly subscribeTimeoutMs: number;
  readonly authorize?: Authorizer | BatchAuthorizer | undefined;
  readonly recovery?: RecoveryPort | undefined;
}

/** The parts of a client that its channels use. */
export interface ChannelContext {
  readonly settings: ChannelSettings;
  readonly hub: EventHub;
  readonly connection: Connection;
  readonly authorization: LazyAuthorization;
}

/** The record that the subscriptions of a client share. */
export interface SubscriptionContext<Subscription> extends ChannelContext {
  /** In the order of their first subscription. */
  readonly subscriptions: Map<string, Subscription>;
  readonly retries: Retries;
  /** Since when channels may have missed events. */
  readonly missedSinceMs: Map<string, number>;
  /** After the first error of the service, and the first timeout. */
  serviceErrors: LazyServiceErrors | undefined;
}
