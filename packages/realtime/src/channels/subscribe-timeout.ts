import type { TimeoutError } from '@org/core';
import type { Connection } from '../connection/connection.ts';
import { waitedTooLong } from '../wait.ts';
import { publicState, type SubscriptionState } from './subscription/subscription-machine.ts';

/** @internal */
export function subscribeTimeout(
  name: string,
  timeoutMs: number,
  state: SubscriptionState,
  connection: Connection,
): TimeoutError {
  const isWaiting = state.name === 'waiting';
  const where = isWaiting
    ? `the connection is ${connection.state.name}`
    : `the channel is ${publicState(state)}`;
  const reason = isWaiting ? connection.lastError : 'error' in state ? state.error : undefined;
  return waitedTooLong('subscribe', `${name} was not subscribed within ${timeoutMs} ms: ${where}.`, reason);
}
