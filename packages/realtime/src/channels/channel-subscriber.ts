/// <reference lib="esnext.disposable" preserve="true" />
import type { OrgError } from '@org/core';
import type { CodecSession } from '../codecs/codec.ts';
import { isRecord } from '../internal/json.ts';
import { closed, refuseBind, wrongInput } from '../internal/wrong-input.ts';
import { Listeners } from '../listeners.ts';
import { isProtocolEvent, requireEventName } from '../protocol/event-name.ts';
import type { Frame } from '../protocol/frame.ts';
import type { Member } from '../protocol/presence-data.ts';
import { type WaitOptions, waitFor } from '../wait.ts';
import type { ChannelEvent, ChannelState } from './channel.ts';
import type { EventDefinition } from './define-channel.ts';
import { toChannelEvent } from './events/channel-event.ts';
import { notSubscribed, requireClientEvents } from './events/client-event-refusals.ts';
import { EventStream, type StreamOptions } from './events/event-stream.ts';
import type { Validation } from './events/validate-events.ts';
import type { Refetch } from './refetch/lazy-refetch.ts';
import type { SubscriberOptions } from './subscribe-options.ts';
import { subscribeTimeout } from './subscribe-timeout.ts';
import type { SubscriberContext } from './subscriber-context.ts';
import type { MemberChange, MemberView } from './subscription/extension.ts';
import type { Subscriber } from './subscription/subscriber.ts';
import type { Subscription } from './subscription/subscription.ts';
import { errorOf, publicState, type SubscriptionState } from './subscription/subscription-machine.ts';

type ChannelListener = (event: ChannelEvent) => unknown;
type Change = MemberChange['change'];

const changes: readonly unknown[] = ['joined', 'left', 'updated', 'synced'] satisfies Change[];
/** The listeners of all events have this name: no event of the protocol has an empty one. */
const anyEvent = '';
const ended: SubscriptionState = { name: 'unsubscribed' };

/**
 * A channel as the application uses it, with its listeners and streams. Others may share its subscription.
 * Methods are closures: a program may take one off its channel.
 */
export class ChannelSubscriber {
  readonly name: string;
  readonly bind = refuseBind;
  readonly nextAttempt = () => this.#subscription?.nextAttempt;
  readonly #context: SubscriberContext;
  readonly #subscriber: Subscriber;
  readonly #definition: EventDefinition | undefined;
  readonly #validation: Validation | undefined;
  readonly #refetch: Refetch | undefined;
  readonly #codec: CodecSession | undefined;
  readonly #events: Listeners<string, ChannelEvent>;
  readonly #members: Listeners<Change, MemberChange['of']>;
  // Replaced, never changed: each wait and stream removes itself while the others are iterated.
  #waits: readonly ((state: SubscriptionState) => void)[] = [];
  #streams: readonly EventStream<ChannelEvent>[] = [];
  /** Undefined after the end. */
  #subscription: Subscription | undefined;

  constructor(
    name: string,
    definition: EventDefinition | undefined,
    options: SubscriberOptions,
    context: SubscriberContext,
  ) {
    const { codec, maxEventBytes, runtime } = context.settings;
    const { report } = context.hub;
    const deliver = (event: ChannelEvent) => this.#deliver(event);
    this.name = name;
    this.#context = context;
    this.#definition = definition;
    this.#events = new Listeners(report);
    this.#members = new Listeners(report);
    this.#validation = definition?.validate(definition.events, { name, runtime, options, deliver, report });
    if (options.refetch !== undefined || options.idOf !== undefined) {
      const validate = (event: ChannelEvent) => this.#validate(event);
      this.#refetch = context.parts.refetch({ name, runtime, options, validate, report });
    }
    this.#codec = (definition?.codec ?? codec)?.open({
      runtime,
      maxEventBytes,
      report,
      deliver: (event) => this.#take(event),
      send: (event, text) => this.#send(event, text),
    });
    this.#subscriber = {
      ...options,
      stateChanged: (state) => this.#stateChanged(state),
      interrupted: () => this.#codec?.interrupt(),
      received: (frame) => this.#received(frame),
      subscribed: (gap, rewound) => this.#refetch?.subscribed(gap, rewound),
      memberChanged: (given) => {
        const change = this.#view?.change(given);
        if (change !== undefined) this.#members.emit(change.change, change.of);
      },
    };
    this.#subscription = context.subscriptions.join(name, this.#subscriber);
    if (this.#subscription.state.name === 'subscribed') this.#refetch?.subscribed(undefined);
  }

  get state(): ChannelState {
    return publicState(this.#state);
  }

  get error(): OrgError | undefined {
    return errorOf(this.#state);
  }

  get subscriptionCount(): number | undefined {
    return this.#subscription?.subscriptionCount;
  }

  get members(): ReadonlyMap<string, Member> {
    return this.#view?.members ?? new Map();
  }

  get me(): Member | undefined {
    return this.#view?.me;
  }

  readonly retry = (): void => this.#subscription?.retry();

  readonly subscribed = (options?: WaitOptions): Promise<void> => {
    const { connection, settings } = this.#context;
    return waitFor(options, {
      runtime: settings.runtime,
      defaultMs: settings.subscribeTimeoutMs,
      timedOut: (timeoutMs) =>
        subscribeTimeout(this.name, timeoutMs, this.#state, connection, this.#subscription?.unassigned),
      begin: (resolve, reject) => {
        const check = (state: SubscriptionState) => {
          if (state.name === 'subscribed') resolve();
          else if (state.name === 'failed') reject(state.error);
          else if (this.#subscription === undefined) reject(closed(`${this.name} was unsubscribed.`));
        };
        check(this.#state);
        this.#waits = [...this.#waits, check];
        return () => {
          this.#waits = this.#waits.filter((each) => each !== check);
        };
      },
    });
  };

  readonly on = (event: string, listener: ChannelListener): (() => void) =>
    this.#on(requireEventName(event), listener);

  readonly onAny = (listener: ChannelListener): (() => void) => this.#on(anyEvent, listener);

  readonly events = (first?: unknown, options?: StreamOptions): AsyncIterableIterator<ChannelEvent> =>
    first === undefined || isRecord(first)
      ? this.#stream(anyEvent, first)
      : this.#stream(requireEventName(first), options);

  readonly trigger = (event: string, data: unknown): void =>
    this.#codec === undefined ? this.#send(event, data) : this.#codec.send(event, data);

  readonly onMember = (change: Change, listener: (event: MemberChange['of']) => unknown): (() => void) => {
    if (!changes.includes(change)) throw wrongInput('change', `onMember takes one of ${changes.join(', ')}.`);
    return this.#subscription === undefined ? () => {} : this.#members.add(change, listener);
  };

  readonly unsubscribe = (): void => {
    const subscription = this.#subscription;
    if (subscription === undefined) return;
    this.#subscription = undefined;
    for (const stream of this.#streams) stream.end();
    this.#codec?.stop();
    this.#refetch?.stop();
    this.#validation?.stop();
    this.#events.clear();
    this.#members.clear();
    subscription.remove(this.#subscriber);
    for (const check of this.#waits) check(ended);
    this.#context.ended(this);
  };

  [Symbol.dispose](): void {
    this.unsubscribe();
  }

  get #view(): MemberView | undefined {
    return this.#subscription?.extension?.view?.(this.#definition?.readMember);
  }

  get #state(): SubscriptionState {
    return this.#subscription?.state ?? ended;
  }

  #stateChanged(state: SubscriptionState): void {
    if (state.name !== 'subscribed') this.#refetch?.interrupt(state.name === 'failed');
    if (state.name === 'failed') for (const stream of this.#streams) stream.fail(state.error);
    for (const check of this.#waits) check(state);
  }

  #received(frame: Frame): void {
    const { event: name } = frame;
    const hasListener = this.#events.has(name) || (this.#events.has(anyEvent) && this.#isForAny(name));
    if (!hasListener) return;
    const event = toChannelEvent(frame, this.name, this.#context.connection.liveness.lastMs);
    if (this.#codec === undefined) this.#take(event);
    else this.#codec.receive(event);
  }

  #take(event: ChannelEvent): void {
    if (this.#refetch === undefined) this.#validate(event);
    else this.#refetch.take(event);
  }

  /** A definition has no events of the protocol. */
  #isForAny(event: string): boolean {
    return this.#definition === undefined ? !isProtocolEvent(event) : event in this.#definition.events;
  }

  /** Returns a promise while an asynchronous schema has not settled. */
  #validate(event: ChannelEvent): Promise<void> | undefined {
    return this.#validation === undefined ? void this.#deliver(event) : this.#validation.take(event);
  }

  #deliver(event: ChannelEvent): void {
    if (this.#refetch?.isDouble(event)) return;
    this.#events.emit(event.name, event);
    if (this.#events.has(anyEvent) && this.#isForAny(event.name)) this.#events.emit(anyEvent, event);
  }

  /** A channel without a token has no code for client events. */
  #send(event: string, data: unknown): void {
    requireClientEvents(this.name);
    const clientEvents = this.#context.authorization.channels?.clientEvents;
    if (clientEvents === undefined) throw notSubscribed(this.name, this.state);
    clientEvents.trigger({ event, channel: this.name, data }, () => this.state);
  }

  #on(event: string, listener: ChannelListener): () => void {
    return this.#subscription === undefined ? () => {} : this.#events.add(event, listener);
  }

  #stream(event: string, options: StreamOptions | undefined): AsyncIterableIterator<ChannelEvent> {
    let off = () => {};
    const stream = new EventStream<ChannelEvent>(options, this.#context.settings.runtime, () => {
      off();
      this.#streams = this.#streams.filter((each) => each !== stream);
    });
    if (this.#subscription === undefined) stream.end();
    else if (this.state === 'failed') stream.fail(this.error);
    else if (!options?.signal?.aborted) {
      off = this.#on(event, (received) => stream.push(received));
      this.#streams = [...this.#streams, stream];
    }
    return stream.iterator;
  }
}
