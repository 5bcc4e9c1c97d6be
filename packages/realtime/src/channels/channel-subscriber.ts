import type { OrgError } from '@org/core';
import type { Codec, CodecSession } from '../codecs/codec.ts';
import { closed } from '../internal/wrong-input.ts';
import { Listeners } from '../listeners.ts';
import { isProtocolEvent } from '../protocol/event-name.ts';
import type { Frame } from '../protocol/frame.ts';
import type { Member } from '../protocol/presence-data.ts';
import type { GapEvent } from '../realtime-events.ts';
import { type WaitOptions, waitFor } from '../wait.ts';
import type { ChannelEvent, ChannelState, PresenceChannel } from './channel.ts';
import {
  anyEvent,
  type ChannelListener,
  type ChannelParts,
  createChannel,
  type MemberChange,
  type MemberListener,
} from './channel-handle.ts';
import type { EventDefinition } from './define-channel.ts';
import type { EventSchemas } from './event-types.ts';
import { toChannelEvent } from './events/channel-event.ts';
import { notSubscribed, requireClientEvents } from './events/client-event-refusals.ts';
import { EventStream, type StreamOptions } from './events/event-stream.ts';
import type { Validation } from './events/validate-events.ts';
import { LazyRefetch } from './refetch/lazy-refetch.ts';
import type { RosterChange } from './roster.ts';
import type { SubscriberOptions } from './subscribe-options.ts';
import { subscribeTimeout } from './subscribe-timeout.ts';
import type { ChannelContext } from './subscription/channel-context.ts';
import type { Subscriber, Subscription } from './subscription/subscription.ts';
import { publicState, type SubscriptionState } from './subscription/subscription-machine.ts';
import type { Subscriptions } from './subscription/subscriptions.ts';

/** @internal */
export interface SubscriberContext extends ChannelContext {
  readonly subscriptions: Subscriptions;
  readonly maxEventBytes: number;
  /** For definitions without a codec. */
  readonly codec?: Codec | undefined;
  ended(subscriber: ChannelSubscriber): void;
}

/**
 * A subscriber of the application, with its listeners and streams. Others may share its subscription.
 *
 * @internal
 */
export class ChannelSubscriber implements Subscriber, ChannelParts {
  readonly channel: PresenceChannel;
  readonly lingerMs: number;
  readonly name: string;
  readonly #schemas: EventSchemas | undefined;
  readonly #context: SubscriberContext;
  readonly #subscription: Subscription;
  /** Of a definition. */
  readonly #validation: Validation | undefined;
  readonly #refetch: LazyRefetch | undefined;
  readonly #codec: CodecSession | undefined;
  readonly #events: Listeners<string, ChannelEvent>;
  readonly #members: Listeners<MemberChange, Member | RosterChange>;
  readonly #states: Listeners<'subscription state', SubscriptionState>;
  // Replaced, never changed: each stream removes itself while the others are iterated.
  #streams: readonly EventStream<ChannelEvent>[] = [];
  #isActive = true;

  constructor(
    name: string,
    definition: EventDefinition | undefined,
    options: SubscriberOptions,
    context: SubscriberContext,
  ) {
    const { hub, maxEventBytes, runtime } = context;
    const report = (error: OrgError) => hub.emit({ type: 'error', error });
    this.name = name;
    this.#schemas = definition?.events;
    this.lingerMs = options.lingerMs;
    this.#context = context;
    this.#events = new Listeners(report);
    this.#members = new Listeners(report);
    this.#states = new Listeners(report);
    const deliver = (event: ChannelEvent) => this.#deliver(event);
    this.#validation = definition?.validate(definition.events, { name, runtime, options, deliver, report });
    if (options.refetch !== undefined || options.idOf !== undefined) {
      const validate = (event: ChannelEvent) => this.#validate(event);
      this.#refetch = new LazyRefetch({ name, runtime, options, validate, report });
    }
    this.#codec = (definition?.codec ?? context.codec)?.open({
      runtime,
      maxEventBytes,
      report,
      deliver: (event) => this.#take(event),
      send: (event, text) => this.#send(event, text),
    });
    this.channel = createChannel(this);
    this.#subscription = context.subscriptions.join(name, this);
  }

  stateChanged(state: SubscriptionState): void {
    if (state.name !== 'subscribed') {
      this.#codec?.interrupt();
      this.#refetch?.interrupt(state.name === 'failed');
    }
    if (state.name === 'failed') for (const stream of this.#streams) stream.fail(state.error);
    this.#states.emit('subscription state', state);
  }

  received(frame: Frame): void {
    const { event: name } = frame;
    const hasListener = this.#events.has(name) || (this.#events.has(anyEvent) && this.#isDefined(name));
    if (!hasListener || isProtocolEvent(name)) return;
    const event = toChannelEvent(frame, this.name, this.#context.connection.lastReceivedAtMs);
    if (this.#codec === undefined) this.#take(event);
    else this.#codec.receive(event);
  }

  #take(event: ChannelEvent): void {
    if (this.#refetch === undefined) this.#validate(event);
    else this.#refetch.take(event);
  }

  missed(gap: GapEvent): void {
    this.#refetch?.take(gap);
  }

  memberChanged(change: 'joined' | 'left' | 'updated', member: Member): void {
    this.#members.emit(change, member);
  }

  synced(difference: RosterChange): void {
    this.#members.emit('synced', difference);
  }

  end(): void {
    if (!this.#isActive) return;
    this.#isActive = false;
    for (const stream of this.#streams) stream.end();
    this.#codec?.stop();
    this.#refetch?.stop();
    this.#validation?.stop();
    this.#events.clear();
    this.#members.clear();
    this.#context.subscriptions.leave(this.#subscription, this);
    this.#states.emit('subscription state', { name: 'unsubscribed' });
    this.#states.clear();
    this.#context.ended(this);
  }

  #isDefined(event: string): boolean {
    return this.#schemas === undefined || event in this.#schemas;
  }

  /** Returns a promise while an asynchronous schema has not settled. */
  #validate(event: ChannelEvent): Promise<void> | undefined {
    return this.#validation === undefined ? void this.#deliver(event) : this.#validation.take(event);
  }

  #deliver(event: ChannelEvent): void {
    if (this.#refetch?.isDouble(event)) return;
    this.#events.emit(event.name, event);
    if (this.#events.has(anyEvent) && this.#isDefined(event.name)) this.#events.emit(anyEvent, event);
  }

  get state(): ChannelState {
    return this.#isActive ? publicState(this.#subscription.state) : 'unsubscribed';
  }

  get subscriptionCount(): number | undefined {
    return this.#isActive ? this.#subscription.subscriptionCount : undefined;
  }

  get members(): ReadonlyMap<string, Member> {
    return this.#isActive ? this.#subscription.members : new Map();
  }

  get me(): Member | undefined {
    return this.#isActive ? this.#subscription.me : undefined;
  }

  trigger(event: string, data: unknown): void {
    if (this.#codec === undefined) this.#send(event, data);
    else this.#codec.send(event, data);
  }

  /** A channel without a token has no code for client events. */
  #send(event: string, data: unknown): void {
    requireClientEvents(this.name);
    const clientEvents = this.#context.authorization.channels?.clientEvents;
    if (clientEvents === undefined) throw notSubscribed(this.name, this.state);
    clientEvents.trigger({ event, channel: this.name, data }, () => this.state);
  }

  onMember(change: MemberChange, listener: MemberListener): () => void {
    return this.#isActive ? this.#members.add(change, listener) : () => {};
  }

  subscribed(options: WaitOptions | undefined): Promise<void> {
    const { connection, runtime, subscribeTimeoutMs } = this.#context;
    return waitFor(options, {
      runtime,
      defaultMs: subscribeTimeoutMs,
      timedOut: (timeoutMs) => subscribeTimeout(this.name, timeoutMs, this.#subscription.state, connection),
      begin: (resolve, reject) => {
        const check = (state: SubscriptionState) => {
          if (state.name === 'subscribed') resolve();
          else if (state.name === 'failed') reject(state.error);
          else if (!this.#isActive) reject(closed(`${this.name} was unsubscribed.`));
        };
        check(this.#isActive ? this.#subscription.state : { name: 'unsubscribed' });
        return this.#states.add('subscription state', check);
      },
    });
  }

  on(event: string, listener: ChannelListener): () => void {
    return this.#isActive ? this.#events.add(event, listener) : () => {};
  }

  stream(event: string, options: StreamOptions | undefined): AsyncIterableIterator<ChannelEvent> {
    let off = () => {};
    const stream = new EventStream<ChannelEvent>(options, this.#context.runtime, () => {
      off();
      this.#streams = this.#streams.filter((each) => each !== stream);
    });
    const { state } = this.#subscription;
    if (!this.#isActive) stream.end();
    else if (state.name === 'failed') stream.fail(state.error);
    else if (!options?.signal?.aborted) {
      off = this.on(event, (received) => stream.push(received));
      this.#streams = [...this.#streams, stream];
    }
    return stream.iterator;
  }
}
