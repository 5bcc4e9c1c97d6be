import type { OrgError } from '@org/core';
import type { ChannelState } from './channel.ts';
import { mayRetry } from './retry-subscription.ts';

/**
 * Where a channel stands with the service.
 * - `waiting`: wanted, but there is no connection.
 * - `authorizing`: its token is being fetched.
 * - `subscribing`: asked for; the service has not answered.
 * - `pausing`: the last attempt failed for now; the next one comes after a wait.
 * - `leaving`: no longer wanted, while the answer is still under way.
 *
 * `failures` counts the failed attempts on this connection.
 *
 * @internal
 */
export type SubscriptionState =
  | { readonly name: 'unsubscribed' }
  | { readonly name: 'waiting' }
  | { readonly name: 'authorizing'; readonly failures: number }
  | { readonly name: 'subscribing'; readonly failures: number }
  | { readonly name: 'pausing'; readonly failures: number; readonly error: OrgError }
  | { readonly name: 'leaving' }
  | { readonly name: 'subscribed' }
  /** `mayReturn`: the next connection tries again by itself. */
  | { readonly name: 'failed'; readonly error: OrgError; readonly mayReturn: boolean };

/** @internal */
export type SubscriptionEvent =
  | { readonly type: 'want'; readonly isConnected: boolean }
  | { readonly type: 'leave' }
  /** A new connection greeted us. */
  | { readonly type: 'connected' }
  | { readonly type: 'lost' }
  /** There will be no connection. */
  | { readonly type: 'unreachable'; readonly error: OrgError }
  | { readonly type: 'authorized' }
  /** The wait after a failed attempt is over. */
  | { readonly type: 'retry' }
  | { readonly type: 'refused'; readonly error: OrgError }
  | { readonly type: 'succeeded' }
  | { readonly type: 'timed-out'; readonly error: OrgError };

/** @internal */
export type SubscriptionEffect = 'authorize' | 'abandon' | 'send-subscribe' | 'send-unsubscribe';

type Attempt = Extract<SubscriptionState, { readonly name: 'authorizing' | 'subscribing' }>;
type Step = readonly [SubscriptionState, readonly SubscriptionEffect[]];

/**
 * The life of a subscription as a function: pure and total. A subscribe frame goes out once per connection and never while another one is unanswered, because the
 * service takes a second one as an error. Source: Pusher documentation, "Pusher Channels Protocol"; the sequences are those of pusher-js's own suite.
 *
 * @internal
 */
export function transitionSubscription(state: SubscriptionState, event: SubscriptionEvent): Step {
  switch (state.name) {
    case 'unsubscribed':
      return event.type === 'want' ? begin(event.isConnected) : [state, []];
    case 'failed':
      return whileFailed(state, event);
    case 'waiting':
      return whileWaiting(state, event);
    case 'authorizing':
      return whileAuthorizing(state, event);
    case 'subscribing':
      return whileSubscribing(state, event);
    case 'pausing':
      return whilePausing(state, event);
    case 'leaving':
      return whileLeaving(state, event);
    case 'subscribed':
      return whileSubscribed(state, event);
  }
}

const unsubscribed: SubscriptionState = { name: 'unsubscribed' };
const waiting: SubscriptionState = { name: 'waiting' };
const authorizing = (failures: number): SubscriptionState => ({ name: 'authorizing', failures });

function begin(isConnected: boolean): Step {
  return isConnected ? [authorizing(0), ['authorize']] : [waiting, []];
}

function fail(error: OrgError, ...effects: readonly SubscriptionEffect[]): Step {
  return [{ name: 'failed', error, mayReturn: error.retryable }, effects];
}

/** What may have been bad luck is tried again, a few times. */
function failOrPause(state: Attempt, error: OrgError, ...effects: readonly SubscriptionEffect[]): Step {
  const failures = state.failures + 1;
  return mayRetry(error, failures)
    ? [{ name: 'pausing', failures, error }, effects]
    : fail(error, ...effects);
}

function failUntilConnected(error: OrgError, ...effects: readonly SubscriptionEffect[]): Step {
  return [{ name: 'failed', error, mayReturn: true }, effects];
}

/** A refusal is final until somebody subscribes again; what may have been bad luck gets another chance on the next connection. */
function whileFailed(state: Extract<SubscriptionState, { name: 'failed' }>, event: SubscriptionEvent): Step {
  if (event.type === 'want') return begin(event.isConnected);
  if (event.type === 'leave') return [unsubscribed, []];
  return event.type === 'connected' && state.mayReturn ? begin(true) : [state, []];
}

function whileWaiting(state: SubscriptionState, event: SubscriptionEvent): Step {
  if (event.type === 'connected') return begin(true);
  if (event.type === 'leave') return [unsubscribed, []];
  return event.type === 'unreachable' ? failUntilConnected(event.error) : [state, []];
}

function whileAuthorizing(state: Attempt, event: SubscriptionEvent): Step {
  switch (event.type) {
    case 'authorized':
      return [{ name: 'subscribing', failures: state.failures }, ['send-subscribe']];
    case 'refused':
    case 'timed-out':
      return failOrPause(state, event.error, 'abandon');
    case 'unreachable':
      return failUntilConnected(event.error, 'abandon');
    case 'lost':
      return [waiting, ['abandon']];
    case 'leave':
      return [unsubscribed, ['abandon']];
    default:
      return [state, []];
  }
}

function whileSubscribing(state: Attempt, event: SubscriptionEvent): Step {
  switch (event.type) {
    case 'succeeded':
      return [{ name: 'subscribed' }, []];
    case 'refused':
      return failOrPause(state, event.error);
    case 'unreachable':
      return failUntilConnected(event.error);
    case 'timed-out':
      // The answer may only be late; without this the service would count us in.
      return failOrPause(state, event.error, 'send-unsubscribe');
    case 'lost':
      return [waiting, []];
    case 'leave':
      return [{ name: 'leaving' }, []];
    default:
      return [state, []];
  }
}

function whilePausing(
  state: Extract<SubscriptionState, { name: 'pausing' }>,
  event: SubscriptionEvent,
): Step {
  switch (event.type) {
    case 'retry':
      return [authorizing(state.failures), ['authorize']];
    case 'refused': // the late answer to an attempt that timed out
      return event.error.retryable ? [state, []] : fail(event.error);
    case 'lost':
      return [waiting, []];
    case 'unreachable':
      return failUntilConnected(event.error);
    case 'leave':
      return [unsubscribed, []];
    default:
      return [state, []];
  }
}

function whileLeaving(state: SubscriptionState, event: SubscriptionEvent): Step {
  switch (event.type) {
    case 'want':
      return [{ name: 'subscribing', failures: 0 }, []];
    case 'succeeded':
    case 'timed-out':
      return [unsubscribed, ['send-unsubscribe']];
    case 'refused':
    case 'lost':
    case 'unreachable':
      return [unsubscribed, []];
    default:
      return [state, []];
  }
}

function whileSubscribed(state: SubscriptionState, event: SubscriptionEvent): Step {
  switch (event.type) {
    case 'lost':
      return [waiting, []];
    case 'unreachable':
      return failUntilConnected(event.error);
    case 'leave':
      return [unsubscribed, ['send-unsubscribe']];
    default:
      return [state, []];
  }
}

/** The state in the words of the application. @internal */
export function publicState({ name }: SubscriptionState): ChannelState {
  if (name === 'leaving') return 'unsubscribed';
  return name === 'pausing' ? 'waiting' : name;
}
