import type { OrgErrorFields } from '@org/core';
import { ChannelAuthorizationError } from '../errors/channel-errors.ts';
import { notSent } from '../internal/wrong-input.ts';

/** Makes the error of a failed authorization. Code that is loaded later gets this class from the entry. */
export type AuthorizationFailure = (
  message: string,
  more?: Omit<OrgErrorFields, 'message'>,
) => ChannelAuthorizationError;

export const authorizationFailure: AuthorizationFailure = (message, more) =>
  new ChannelAuthorizationError({
    ...notSent,
    message,
    operation: 'authorize',
    ...more,
  });
