import type { OrgErrorFields, Runtime } from '@org/core';
import type { Channel } from '../channels/channel.ts';
import type { EventDefinition } from '../channels/define-channel.ts';
import type { EventHub } from '../channels/event-hub.ts';
import type { SubscribeOptions } from '../channels/subscribe-options.ts';
import type { Connection } from '../connection/connection.ts';
import { SignInError } from '../errors/user-errors.ts';
import { notSent } from '../internal/wrong-input.ts';
import type { UserAuthenticator } from './user-authenticator.ts';

export interface SignInSettings {
  readonly authenticate?: UserAuthenticator | undefined;
  readonly key: string;
  readonly runtime: Runtime;
  /** Limit of one call of `authenticate`. */
  readonly authorizeTimeoutMs: number;
  /** Limit of the service's response. */
  readonly subscribeTimeoutMs: number;
}

/** The parts of a client that a sign-in uses. */
export interface SignInContext {
  readonly settings: SignInSettings;
  readonly hub: EventHub;
  readonly connection: Connection;
  /** Subscribes to the channel of the user's events. */
  openChannel(name: string, definition?: EventDefinition, options?: SubscribeOptions): Channel;
}

/** Makes the error of a failed sign-in. The room gets this class from the entry. */
export type SignInFailure = (message: string, more?: Omit<OrgErrorFields, 'message'>) => SignInError;

export const signInFailure: SignInFailure = (message, more) =>
  new SignInError({ ...notSent, message, operation: 'signIn', ...more });
