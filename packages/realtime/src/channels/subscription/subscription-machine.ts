import type { OrgError } from '@org/core';
import type { ChannelState } from '../channel.ts';

/**
 * The state of a channel at the service.
 * - `waiting`: for a connection.
 * - `authorizing`: its token is being fetched.
 * - `subscribing`: the service has not responded.
 * - `pausing`: the back-off after a temporary failure.
 * - `leaving`: unsubscribed before the service responded.
 *
 * A channel is wanted until `leave` or a final refusal. `failures` counts the attempts on this connection.
 */
export type SubscriptionState =
  | { readonly name: 'unsubscribed' }
  | { readonly name: 'waiting' }
  | { readonly name: 'authorizing'; readonly failures: number }
  | { readonly name: 'subscribing'; readonly failures: number }
  | { readonly name: 'pausing'; readonly failures: number; readonly error: OrgError }
  | { readonly name: 'leaving' }
  | { readonly name: 'subscribed' }
  /** `mayReturn`: the next connection makes another attempt. */
  | { readonly name: 'failed'; readonly error: OrgError; readonly mayReturn: boolean };

export type SubscriptionEvent =
  | { readonly type: 'want'; readonly isConnected: boolean }
  | { readonly type: 'leave' }
  /** A new connection is ready. */
  | { readonly type: 'connected' }
  | { readonly type: 'lost' }
  /** The connection failed and is not retried. */
  | { readonly type: 'unreachable'; readonly error: OrgError }
  | { readonly type: 'authorized' }
  /** The back-off is over. */
  | { readonly type: 'retry' }
  | {
      readonly type: 'refused';
      readonly error: OrgError;
      /** Whether another attempt may succeed. By default as `error.retryable` says. */
      readonly mayRetry?: boolean | undefined;
      /** The service may keep the subscription: its response may be late, or it knows an earlier one. */
      readonly mayExist?: boolean;
    }
  | { readonly type: 'succeeded' };

export type SubscriptionEffect = 'authorize' | 'abandon' | 'send-subscribe' | 'send-unsubscribe';

/** The delay before the next attempt, and its number. */
export interface NextAttempt {
  readonly retryInMs: number;
  readonly attempt: number;
}

type Step = readonly [SubscriptionState, readonly SubscriptionEffect[]];

/**
 * The state machine of a subscription, pure and total. It sends no subscribe frame while another one has no
 * response, because the service refuses a second one. Source: Pusher documentation, "Pusher Channels
 * Protocol"; the sequences are those of pusher-js's test suite.
 */
export function transitionSubscription(state: SubscriptionState, event: SubscriptionEvent): Step {
  switch (event.type) {
    case 'want':
      return want(state, event.isConnected);
    case 'leave':
      return leave(state);
    case 'connected':
      return canBegin(state) ? begin(true) : [state, []];
    case 'lost':
      return disconnect(state, waiting);
    case 'unreachable':
      return disconnect(state, { name: 'failed', error: event.error, mayReturn: true });
    case 'authorized':
      if (state.name !== 'authorizing') return [state, []];
      return [{ name: 'subscribing', failures: state.failures }, ['send-subscribe']];
    case 'retry':
      return state.name === 'pausing' ? [authorizing(state.failures), ['authorize']] : [state, []];
    case 'succeeded':
      if (state.name === 'subscribing') return [{ name: 'subscribed' }, []];
      return state.name === 'leaving' ? [unsubscribed, ['send-unsubscribe']] : [state, []];
    case 'refused':
      return refuse(
        state,
        event.error,
        event.mayRetry ?? event.error.retryable,
        event.mayExist ? ['send-unsubscribe'] : [],
      );
  }
}

const unsubscribed: SubscriptionState = { name: 'unsubscribed' };
const waiting: SubscriptionState = { name: 'waiting' };
const authorizing = (failures: number): SubscriptionState => ({ name: 'authorizing', failures });

function begin(isConnected: boolean): Step {
  return isConnected ? [authorizing(0), ['authorize']] : [waiting, []];
}

function want(state: SubscriptionState, isConnected: boolean): Step {
  if (state.name === 'leaving') return [{ name: 'subscribing', failures: 0 }, []];
  return state.name === 'unsubscribed' || state.name === 'failed' ? begin(isConnected) : [state, []];
}

function leave(state: SubscriptionState): Step {
  if (state.name === 'subscribing') return [{ name: 'leaving' }, []];
  if (state.name === 'leaving' || state.name === 'unsubscribed') return [state, []];
  return [unsubscribed, state.name === 'subscribed' ? ['send-unsubscribe'] : abandoned(state)];
}

/** A refusal is final until the application subscribes again. */
function canBegin(state: SubscriptionState): boolean {
  return state.name === 'waiting' || (state.name === 'failed' && state.mayReturn);
}

function abandoned({ name }: SubscriptionState): readonly SubscriptionEffect[] {
  return name === 'authorizing' ? ['abandon'] : [];
}

function disconnect(state: SubscriptionState, next: SubscriptionState): Step {
  if (state.name === 'leaving') return [unsubscribed, []]; // no response follows
  if (state.name === 'unsubscribed' || state.name === 'failed') return [state, []];
  return [next, abandoned(state)];
}

/** A temporary failure is retried as long as the connection lives. */
function refuse(
  state: SubscriptionState,
  error: OrgError,
  mayRetry: boolean,
  effects: readonly SubscriptionEffect[],
): Step {
  if (state.name === 'leaving') return [unsubscribed, effects];
  const fail = { name: 'failed', error, mayReturn: false } as const;
  // While pausing, this is the late response to an attempt that timed out.
  if (state.name === 'pausing') return mayRetry ? [state, []] : [fail, []];
  if (state.name !== 'authorizing' && state.name !== 'subscribing') return [state, []];
  const next = mayRetry ? ({ name: 'pausing', failures: state.failures + 1, error } as const) : fail;
  return [next, state.name === 'authorizing' ? ['abandon'] : effects];
}

export function errorOf(state: SubscriptionState): OrgError | undefined {
  return 'error' in state ? state.error : undefined;
}

export function publicState({ name }: SubscriptionState): ChannelState {
  if (name === 'leaving') return 'unsubscribed';
  return name === 'pausing' ? 'waiting' : name;
}
