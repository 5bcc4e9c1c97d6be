import { type Failure, UnsupportedError } from '@org/core';
import type { FailureType } from '@org/core/driver';
import { type FailureKind, failureKinds } from '@org/core/tables';
import { LimitExceededError, NoRouteError, PointNotFoundError } from '../driver.ts';

/** The kinds of errors that a code of a routing service may mean. @public */
export type RoutingErrorKind =
  | FailureKind
  | 'no-route'
  | 'point-not-found'
  | 'limit-exceeded'
  | 'unsupported';

const refusal = (type: FailureType, message: string) => ({ ...failureKinds['bad-request'], type, message });

/** What each kind of error adds to the meaning of a status, for `classifyByTable`. @public */
export const routingFailureKinds: Readonly<Record<RoutingErrorKind, Partial<Failure>>> = {
  ...failureKinds,
  'no-route': refusal(NoRouteError, 'There is no route between these places for this profile.'),
  'point-not-found': refusal(PointNotFoundError, 'One of the places has no road near it for this profile.'),
  'limit-exceeded': refusal(
    LimitExceededError,
    'The request is larger than the service accepts. Set `caps` of the table.',
  ),
  unsupported: refusal(UnsupportedError, 'The service does not offer this.'),
};
