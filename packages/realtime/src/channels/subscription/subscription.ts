import type { OrgError } from '@org/core';
import type { GrantedToken } from '../../auth/read-token.ts';
import { inTurn } from '../../in-turn.ts';
import { isRecord } from '../../internal/json.ts';
import { Timer } from '../../internal/timer.ts';
import { tookTooLong } from '../../internal/wrong-input.ts';
import { channelKind } from '../../protocol/channel-name.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { ChannelContext } from './channel-context.ts';
import type { Extension, MemberChange } from './extension.ts';
import type { LazyServiceErrors } from './load-service-errors.ts';
import type { MissedEvents } from './missed-events.ts';
import type { RetryPace } from './retry-subscription.ts';
import type { Subscriber } from './subscriber.ts';
import {
  type NextAttempt,
  type SubscriptionEffect,
  type SubscriptionEvent,
  type SubscriptionState,
  transitionSubscription,
} from './subscription-machine.ts';

export interface SubscriptionContext extends ChannelContext {
  readonly serviceErrors: LazyServiceErrors;
  readonly missedEvents: MissedEvents;
  readonly pace: RetryPace;
  changed(subscription: Subscription): void;
}

const noToken: GrantedToken = { auth: '' };
// Bounds the memory between a subscribe frame and its confirmation. More events become a gap.
const maxEarly = 1_000;

/** One channel at the service, shared by all its subscribers. */
export class Subscription {
  readonly name: string;
  /** The last failure, or an error without a channel, which may be the response to the newest attempt. */
  unassigned: OrgError | undefined;
  readonly #context: SubscriptionContext;
  // Replaced, never changed: a notification iterates over it without a copy. An ended subscriber ignores it.
  #subscribers: readonly Subscriber[] = [];
  readonly #timer: Timer;
  #state: SubscriptionState = { name: 'unsubscribed' };
  #token: GrantedToken = noToken;
  #extension: Extension | undefined;
  #authorization: AbortController | undefined;
  #subscriptionCount: number | undefined;
  /** After a temporary failure. */
  nextAttempt: NextAttempt | undefined;
  /** Frames between the subscribe frame and its confirmation. */
  #early: Frame[] = [];
  /** Runs while the subscription outlives its last subscriber. */
  #lingering: Timer | undefined;

  constructor(name: string, context: SubscriptionContext) {
    this.name = name;
    this.#context = context;
    this.#timer = new Timer(context.settings.runtime);
  }

  get state(): SubscriptionState {
    return this.#state;
  }

  /** Of a presence or encrypted channel, after its first token. */
  get extension(): Extension | undefined {
    return this.#extension;
  }

  get subscriptionCount(): number | undefined {
    return this.#subscriptionCount;
  }

  /** The token of the newest attempt; empty on a public channel. */
  get auth(): string {
    return this.#token.auth;
  }

  get subscribers(): number {
    return this.#subscribers.length;
  }

  add(subscriber: Subscriber): void {
    this.#lingering?.stop();
    this.#subscribers = [...this.#subscribers, subscriber];
  }

  /** After the last subscriber the subscription ends, at once or after its `lingerMs`. */
  remove(subscriber: Subscriber): void {
    this.#subscribers = this.#subscribers.filter((each) => each !== subscriber);
    if (this.#subscribers.length > 0) return;
    const { name } = this.#state;
    if (subscriber.lingerMs > 0 && name !== 'waiting' && name !== 'failed') {
      this.#lingering ??= new Timer(this.#context.settings.runtime);
      this.#lingering.start(subscriber.lingerMs, () => this.dispatch({ type: 'leave' }));
    } else this.dispatch({ type: 'leave' });
  }

  readonly dispatch = inTurn((event: SubscriptionEvent) => {
    const previous = this.#state;
    const [next, effects] = transitionSubscription(previous, event);
    this.#state = next;
    for (const effect of effects) this.#run(effect);
    if (next.name !== previous.name) this.#entered(next, previous);
  });

  receive(frame: Frame): void {
    const { event, data } = frame;
    if (event === 'pusher_internal:subscription_succeeded') this.#succeed(data);
    else if (this.#state.name === 'subscribing') this.#keep(frame);
    else if (this.#state.name !== 'subscribed') return;
    else if (event === 'pusher_internal:subscription_count') this.#count(data);
    else if (!this.#extension?.receive(frame)) this.#deliver(frame);
  }

  #entered(next: SubscriptionState, previous: SubscriptionState): void {
    const { changed, pace, settings } = this.#context;
    // `leaving`, and the way back from it, wait for the same response.
    if (!awaitsResponse(next)) this.#timer.stop();
    else if (!awaitsResponse(previous))
      this.#timer.start(settings.subscribeTimeoutMs, () => this.#timedOut());
    this.nextAttempt = undefined;
    if (next.name === 'pausing') {
      const retryInMs = pace(next.error, next.failures);
      this.unassigned = next.error;
      this.nextAttempt = { retryInMs, attempt: next.failures + 1 };
      this.#timer.start(retryInMs, () => this.dispatch({ type: 'retry' }));
    }
    if (next.name !== 'subscribed') this.#early = [];
    if (previous.name === 'subscribed') this.#interrupt(next.name !== 'unsubscribed');
    if (next.name === 'unsubscribed') this.#lingering?.stop();
    changed(this);
    this.#notify((subscriber) => subscriber.stateChanged(next));
  }

  #interrupt(isLost: boolean, lostSinceMs?: number): void {
    const incomplete = this.#subscribers.map((subscriber) => subscriber.interrupted());
    const undeliveredMs = this.#extension?.stop(isLost);
    this.#context.missedEvents.begin(this.name, [lostSinceMs, undeliveredMs, ...incomplete]);
    this.#subscriptionCount = undefined;
  }

  #run(effect: SubscriptionEffect) {
    switch (effect) {
      case 'authorize':
        return this.#authorize();
      case 'abandon':
        return this.#authorization?.abort();
      case 'send-subscribe': {
        const { auth, channelData } = this.#token;
        const data = { channel: this.name, auth, channel_data: channelData };
        this.unassigned = undefined;
        return void this.#context.connection.send({ event: 'pusher:subscribe', data });
      }
      case 'send-unsubscribe':
        return void this.#context.connection.send({
          event: 'pusher:unsubscribe',
          data: { channel: this.name },
        });
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
        extension: this.#extension,
        deliver: (frame) => this.#deliver(frame),
        memberChanged: (change) => this.#memberChanged(change),
        granted: (token, extension) => {
          this.#token = token;
          this.#extension = extension;
          extension?.start(token);
          this.dispatch({ type: 'authorized' });
        },
        refused: (error, mayRetry) => this.dispatch({ type: 'refused', error, mayRetry }),
      },
    );
  }

  #timedOut(): void {
    const { serviceErrors, settings } = this.#context;
    const { subscribeTimeoutMs } = settings;
    const message = `No response to the subscription to ${this.name} within ${subscribeTimeoutMs} ms.`;
    serviceErrors.timedOut(this.name, settings.runtime.now());
    const error = tookTooLong('subscribe', message, this.unassigned);
    this.dispatch({ type: 'refused', error, mayExist: true });
  }

  #succeed(data: unknown) {
    const { serviceErrors } = this.#context;
    const lostSinceMs = this.#state.name === 'subscribed' ? serviceErrors.repeated(this.name) : undefined;
    if (lostSinceMs !== undefined) {
      this.#interrupt(true, lostSinceMs);
      this.#extension?.start(this.#token);
    } else if (this.#state.name !== 'subscribing') return this.dispatch({ type: 'succeeded' });
    serviceErrors.subscribed(this.name);
    const synced = this.#extension?.subscribed(data);
    const gap = this.#context.missedEvents.end(this.name);
    this.dispatch({ type: 'succeeded' });
    if (gap !== undefined) this.#context.hub.emit(gap);
    this.#notify((subscriber) => subscriber.subscribed(gap));
    if (synced !== undefined && this.state.name === 'subscribed') this.#memberChanged(synced);
    const early = this.#early;
    this.#early = [];
    for (const frame of early) this.receive(frame);
  }

  #keep(frame: Frame): void {
    if (this.#early.length < maxEarly) this.#early.push(frame);
    else this.#context.missedEvents.begin(this.name, []);
  }

  #memberChanged(change: MemberChange): void {
    this.#notify((subscriber) => subscriber.memberChanged(change));
  }

  #count(data: unknown): void {
    const count = isRecord(data) ? data['subscription_count'] : undefined;
    if (typeof count !== 'number' || !(count >= 0)) return;
    this.#subscriptionCount = count;
    this.#context.hub.emit({ type: 'subscription-count', channel: this.name, count });
  }

  #deliver(frame: Frame): void {
    if (this.#subscribers.length === 0) return; // lingering
    for (const subscriber of this.#subscribers) subscriber.received(frame);
    this.#context.hub.emitToAny(frame, this.name, this.#context.settings.runtime);
  }

  #notify(call: (subscriber: Subscriber) => void): void {
    for (const subscriber of this.#subscribers) call(subscriber);
  }
}

function awaitsResponse({ name }: SubscriptionState): boolean {
  return name === 'subscribing' || name === 'leaving';
}
