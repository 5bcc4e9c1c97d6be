import type { OrgError } from '@org/core';
import { startTimer } from '@org/core/basics';
import type { GrantedToken } from '../../auth/read-token.ts';
import { isRecord } from '../../internal/json.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { SubscriptionContext } from './channel-context.ts';
import type { Extension, MemberChange } from './extension.ts';
import { gapSince, noteMissed } from './missed-events.ts';
import type { Subscriber } from './subscriber.ts';
import {
  type NextAttempt,
  publicState,
  type SubscriptionEffect,
  type SubscriptionEvent,
  type SubscriptionState,
  transitionSubscription,
} from './subscription-machine.ts';

const noToken: GrantedToken = { auth: '' };
// Bounds the memory between a subscribe frame and its confirmation. More events become a gap.
const maxEarly = 1_000;

/** One channel at the service, shared by all its subscribers. */
export class Subscription {
  readonly name: string;
  state: SubscriptionState = { name: 'unsubscribed' };
  // Replaced, never changed: a notification iterates over it without a copy. An ended subscriber ignores it.
  subscribers: readonly Subscriber[] = [];
  /** Of a presence or encrypted channel, after its first token. */
  extension: Extension | undefined;
  subscriptionCount: number | undefined;
  nextAttempt: NextAttempt | undefined; // after a temporary failure
  /** The last failure, or an error without a channel, which may be the response to the newest attempt. */
  unassigned: OrgError | undefined;
  readonly #context: SubscriptionContext<Subscription>;
  readonly #events: SubscriptionEvent[] = []; // the running step's, and those that it causes
  #clearTimer: (() => void) | undefined;
  #token: GrantedToken = noToken;
  #authorization: AbortController | undefined;
  #early: Frame[] = []; // between the subscribe frame and its confirmation
  #clearLinger: (() => void) | undefined; // the timer, after the last subscriber

  constructor(name: string, context: SubscriptionContext<Subscription>) {
    this.name = name;
    this.#context = context;
  }

  /** The token of the newest attempt; empty on a public channel. */
  get auth(): string {
    return this.#token.auth;
  }

  add(subscriber: Subscriber): void {
    this.#clearLinger?.();
    this.subscribers = [...this.subscribers, subscriber];
    this.#want();
  }

  /** Makes the next attempt at once. */
  retry(): void {
    this.#want();
    this.nextAttempt = undefined; // its batch does not wait for other retries
    this.dispatch({ type: 'retry' });
  }

  /** After the last subscriber the subscription ends, at once or after its `lingerMs`. */
  remove(subscriber: Subscriber): void {
    this.subscribers = this.subscribers.filter((each) => each !== subscriber);
    if (this.subscribers.length > 0) return;
    const leave = () => this.dispatch({ type: 'leave' });
    if (subscriber.lingerMs === 0 || ['waiting', 'failed'].includes(this.state.name)) leave();
    else this.#clearLinger = startTimer(this.#context.settings.runtime, subscriber.lingerMs, leave);
  }

  /** An event that a step causes waits until that step is complete, with all its listeners. */
  dispatch(event: SubscriptionEvent): void {
    if (this.#events.push(event) > 1) return;
    try {
      for (const next of this.#events) this.#step(next); // and those that are pushed meanwhile
    } finally {
      this.#events.length = 0;
    }
  }

  receive(frame: Frame): void {
    const { event, data } = frame;
    if (event === 'pusher_internal:subscription_succeeded') this.#succeed(data);
    else if (this.state.name === 'subscribing' && this.#early.length < maxEarly) this.#early.push(frame);
    else if (this.state.name === 'subscribing') this.#miss();
    else if (this.state.name !== 'subscribed') return;
    else if (event === 'pusher_internal:subscription_count') this.#count(data);
    else if (!this.extension?.receive(frame)) this.#deliver(frame);
  }

  #want(): void {
    this.dispatch({ type: 'want', isConnected: this.#context.connection.socketId !== undefined });
  }

  #step(event: SubscriptionEvent): void {
    const previous = this.state;
    const [next, effects] = transitionSubscription(previous, event);
    this.state = next;
    for (const effect of effects) this.#run(effect);
    if (next.name !== previous.name) this.#entered(next, previous);
  }

  #after(ms: number, done: () => void): void {
    this.#clearTimer?.();
    this.#clearTimer = startTimer(this.#context.settings.runtime, ms, done);
  }

  #entered(next: SubscriptionState, previous: SubscriptionState): void {
    const { retries, settings } = this.#context;
    // `leaving`, and the way back from it, wait for the same response.
    if (!awaitsResponse(next)) this.#clearTimer?.();
    else if (!awaitsResponse(previous)) this.#after(settings.subscribeTimeoutMs, () => this.#timedOut());
    this.nextAttempt = undefined;
    if (next.name === 'pausing') {
      const retryInMs = retries.delayMs(next.error, next.failures, settings);
      this.unassigned = next.error;
      this.nextAttempt = { retryInMs, attempt: next.failures + 1 };
      this.#after(retryInMs, () => this.dispatch({ type: 'retry' }));
    }
    if (next.name !== 'subscribed') this.#early = [];
    if (previous.name === 'subscribed') this.#interrupt(next.name !== 'unsubscribed');
    if (next.name === 'unsubscribed') this.#clearLinger?.();
    this.#report(next);
    if (next.name === 'subscribed' || next.name === 'failed' || previous.name === 'subscribed')
      for (const subscriber of this.subscribers) subscriber.stateChanged(next);
  }

  #report(next: SubscriptionState): void {
    const { name } = this;
    const { connection, hub, retries, subscriptions } = this.#context;
    if (next.name === 'unsubscribed' && this.subscribers.length === 0 && subscriptions.get(name) === this)
      subscriptions.delete(name);
    if (next.name === 'leaving') return;
    const isRetry = next.name === 'pausing' || retries.channels.size > 0;
    const isFirstOrLast = isRetry && retries.note(this, next.name);
    if (hub.isHeard) {
      const error = 'error' in next && { error: next.error };
      hub.emit({ type: 'channel', channel: name, state: publicState(next), ...error, ...this.nextAttempt });
    }
    if (next.name === 'failed') hub.report(next.error);
    const { socketId } = connection;
    const waiting = retries.channels.size;
    if (isFirstOrLast && socketId !== undefined)
      hub.emit({ type: 'state', state: 'connected', previous: 'connected', socketId, waiting });
  }

  #interrupt(isLost: boolean, lostSinceMs?: number): void {
    const incomplete = this.subscribers.map((subscriber) => subscriber.interrupted());
    this.#miss(lostSinceMs, this.extension?.stop(isLost), ...incomplete);
    this.subscriptionCount = undefined;
  }

  #run(effect: SubscriptionEffect): void {
    const { connection } = this.#context;
    const { auth, channelData: channel_data } = this.#token;
    const data = { channel: this.name };
    if (effect === 'authorize') this.#authorize();
    else if (effect === 'abandon') this.#authorization?.abort();
    else if (effect === 'send-unsubscribe') connection.send({ event: 'pusher:unsubscribe', data });
    else {
      this.unassigned = undefined;
      const rewind = this.subscribers[0]?.rewind;
      connection.send({ event: 'pusher:subscribe', data: { ...data, auth, channel_data, rewind } });
    }
  }

  #authorize() {
    const { socketId } = this.#context.connection;
    this.#token = noToken;
    if (!channelKind(this.name).private || socketId === undefined)
      return this.dispatch({ type: 'authorized' });
    this.#authorization = new AbortController();
    const { signal } = this.#authorization;
    this.#context.authorization.request(
      { socketId, channelName: this.name, signal, isRetry: this.nextAttempt !== undefined },
      {
        extension: this.extension,
        deliver: (frame) => this.#deliver(frame),
        memberChanged: (change) => this.#memberChanged(change),
        granted: (token, extension) => {
          this.#token = token;
          this.extension = extension;
          extension?.start(token);
          this.dispatch({ type: 'authorized' });
        },
        refused: (error, mayRetry) => this.dispatch({ type: 'refused', error, mayRetry }),
      },
    );
  }

  #timedOut(): void {
    this.#context.serviceErrors ??= this.#context.parts.serviceErrors(this.#context);
    const error = this.#context.serviceErrors.timedOut(this);
    this.dispatch({ type: 'refused', error, mayExist: true });
  }

  #succeed(data: unknown) {
    const { missedSinceMs, serviceErrors, settings } = this.#context;
    const lostSinceMs = this.state.name === 'subscribed' ? serviceErrors?.repeated(this.name) : undefined;
    if (lostSinceMs !== undefined) {
      this.#interrupt(true, lostSinceMs);
      this.extension?.start(this.#token);
    } else if (this.state.name !== 'subscribing') return this.dispatch({ type: 'succeeded' });
    serviceErrors?.subscribed(this.name);
    const synced = this.extension?.subscribed(data);
    const verdict = settings.recovery?.take(this.name);
    const sinceMs = missedSinceMs.get(this.name);
    missedSinceMs.delete(this.name);
    const gap = sinceMs === undefined ? undefined : gapSince(this.name, sinceMs, settings.runtime, verdict);
    this.dispatch({ type: 'succeeded' });
    if (gap) this.#context.hub.emit(gap);
    for (const one of this.subscribers) one.subscribed(gap, settings.recovery?.take(this.name, one));
    if (synced && this.state.name === 'subscribed') this.#memberChanged(synced);
    for (const frame of this.#early.splice(0)) this.receive(frame);
  }

  #miss(...sinceMs: readonly (number | undefined)[]): void {
    const { connection, missedSinceMs, settings } = this.#context;
    noteMissed(missedSinceMs, this.name, [connection.liveness.completeUntilMs, ...sinceMs]);
    settings.recovery?.note(this.name, sinceMs);
  }

  #memberChanged(change: MemberChange): void {
    for (const subscriber of this.subscribers) subscriber.memberChanged(change);
  }

  #count(data: unknown): void {
    const count = isRecord(data) ? data['subscription_count'] : undefined;
    if (typeof count !== 'number' || !(count >= 0)) return;
    this.subscriptionCount = count;
    this.#context.hub.emit({ type: 'subscription-count', channel: this.name, count });
  }

  #deliver(frame: Frame): void {
    if (this.subscribers.length === 0) return; // lingering
    for (const subscriber of this.subscribers) subscriber.received(frame);
    const { hub, settings } = this.#context;
    if (hub.isAnyHeard) hub.emitToAny(frame, this.name, settings.runtime);
  }
}

const awaitsResponse = ({ name }: SubscriptionState) => name === 'subscribing' || name === 'leaving';
