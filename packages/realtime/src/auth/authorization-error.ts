import type { OrgErrorFields } from '@org/core';
import { ChannelAuthorizationError } from '../errors/channel-errors.ts';

/**
 * Makes the error of a failed authorization. Code that is loaded later gets this class from the entry.
 *
 * @internal
 */
export type AuthorizationFailure = (
  message: string,
  more?: Omit<OrgErrorFields, 'message'>,
) => ChannelAuthorizationError;

/** @internal */
export const authorizationFailure: AuthorizationFailure = (message, more) =>
  new ChannelAuthorizationError({
    message,
    provider: 'realtime',
    operation: 'authorize',
    outcome: 'not-sent',
    ...more,
  });
