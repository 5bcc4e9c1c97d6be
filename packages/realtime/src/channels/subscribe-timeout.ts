import type { OrgError, TimeoutError } from '@org/core';
import type { Connection } from '../connection/connection.ts';
import { waitedTooLong } from '../wait.ts';
import { errorOf, publicState, type SubscriptionState } from './subscription/subscription-machine.ts';

export function subscribeTimeout(
  name: string,
  timeoutMs: number,
  state: SubscriptionState,
  connection: Connection,
  unassigned: OrgError | undefined,
): TimeoutError {
  const what =
    `${name} was not subscribed within ${timeoutMs} ms: ` +
    `the channel is ${publicState(state)}, the connection is ${connection.state.name}.`;
  const reason = errorOf(state) ?? connection.lastError ?? unassigned;
  return waitedTooLong('subscribe', what, reason);
}
