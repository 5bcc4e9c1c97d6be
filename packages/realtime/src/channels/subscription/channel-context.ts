import type { Runtime } from '@org/core';
import type { Authorizer, BatchAuthorizer } from '../../auth/authorizer.ts';
import type { Connection } from '../../connection/connection.ts';
import type { EventHub } from '../event-hub.ts';
import type { Authorization } from '../private/load-private-channels.ts';
import type { RecoveryPort } from '../recovery-port.ts';
import type { Refetch } from '../refetch/lazy-refetch.ts';
import type { RefetchParts } from '../refetch/refetch-parts.ts';
import type { ErrorsGate } from './load-service-errors.ts';
import type { Retries } from './retry-subscription.ts';
import type { ServiceErrorsPort } from './service-errors.ts';

export interface ChannelSettings {
  readonly runtime: Runtime;
  readonly subscribeTimeoutMs: number;
  readonly authorize?: Authorizer | BatchAuthorizer | undefined;
  readonly recovery?: RecoveryPort | undefined;
}

/** The code of channels that loads later, is in the program, or is missing. */
export interface ChannelParts {
  readonly refetch: (parts: RefetchParts) => Refetch;
  readonly serviceErrors: (port: ServiceErrorsPort) => ErrorsGate;
}

export interface ChannelContext {
  readonly parts: ChannelParts;
  readonly settings: ChannelSettings;
  readonly hub: EventHub;
  readonly connection: Connection;
  readonly authorization: Authorization;
}

/** The record that the subscriptions of a client share. */
export interface SubscriptionContext<Subscription> extends ChannelContext {
  /** In the order of their first subscription. */
  readonly subscriptions: Map<string, Subscription>;
  readonly retries: Retries;
  /** Since when channels may have missed events. */
  readonly missedSinceMs: Map<string, number>;
  /** After the first error of the service, and the first timeout. */
  serviceErrors: ErrorsGate | undefined;
}
