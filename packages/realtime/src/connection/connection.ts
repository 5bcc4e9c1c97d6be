import type { OrgError, Runtime } from '@org/core';
import { openSocket as openPlatformSocket } from '#websocket';
import { ProtocolError } from '../errors/connection-errors.ts';
import { inTurn } from '../in-turn.ts';
import { Timer } from '../internal/timer.ts';
import { decodeFrame, encodeFrame, type Frame, type OutgoingFrame } from '../protocol/frame.ts';
import { readHandshake } from '../protocol/handshake.ts';
import type { ConnectionListener } from './connection-listener.ts';
import { type Link, openLink } from './link.ts';
import { Liveness } from './liveness.ts';
import { lossError, unusableError } from './loss-error.ts';
import { type PlatformSignals, platformSignals } from './platform-signals.ts';
import { Receipts } from './receipts.ts';
import { RecentTraffic } from './recent-traffic.ts';
import { type ReconnectSettings, reconnectDelay } from './reconnect-delay.ts';
import type { OpenSocket, SocketListener } from './socket.ts';
import {
  type Effect,
  type MachineEvent,
  type MachineState,
  transition,
  type Waiting,
} from './state-machine.ts';

export interface ConnectionSettings {
  readonly runtime: Runtime;
  readonly url: string;
  readonly connectTimeoutMs: number;
  readonly activityTimeoutMs: number;
  readonly pongTimeoutMs: number;
  readonly maxMessageBytes: number;
  readonly reconnect: ReconnectSettings;
  readonly openSocket?: OpenSocket | undefined;
  readonly signals?: PlatformSignals | undefined;
}

// The shortest delay that on all platforms, and on a manual clock, ends in another turn.
const turnMs = 1;
// A service that asks for more than one ping a second is not obeyed.
const minActivityMs = 1_000;

/** Runs the effects of the state machine: owns the socket and every timer. */
export class Connection {
  state: MachineState = { name: 'idle' };
  readonly receipts = new Receipts();
  /** Why there is no connection. `undefined` while connected, and before the first attempt ended. */
  lastError: OrgError | undefined;
  /** Opens a socket of this platform. */
  readonly openDefault = openPlatformSocket;
  readonly traffic = new RecentTraffic();
  /** Sends no frame any more. */
  isMuted = false;
  readonly #settings: ConnectionSettings;
  readonly #listener: ConnectionListener;
  readonly #signals: PlatformSignals;
  /** The limit of the state: until the next attempt, the handshake, or the reset of the back-off. */
  readonly #timer: Timer;
  readonly #liveness: Liveness;
  /** Resolves when all former sockets are closed. */
  #leaving: Promise<unknown> | undefined;
  #link: Link | undefined;
  #url: string;
  #activityTimeoutMs: number;
  /** The delay of the last reconnect. */
  retryInMs: number | undefined;
  #stopSignals = () => {};
  #closing: Promise<void> | undefined;

  constructor(settings: ConnectionSettings, listener: ConnectionListener) {
    const { runtime } = settings;
    this.#settings = settings;
    this.#listener = listener;
    this.#signals = settings.signals ?? platformSignals();
    this.#url = settings.url;
    this.#activityTimeoutMs = settings.activityTimeoutMs;
    this.#timer = new Timer(runtime);
    this.#liveness = new Liveness({
      runtime,
      ping: () => this.#ping(),
      expired: () => this.#dispatch({ type: 'silent' }),
      stoodStill: () => {
        this.receipts.stoodStill();
        this.#ping();
      },
    });
  }

  get #isTls(): boolean {
    return this.#url.startsWith('wss:');
  }

  /** Undefined while there is no connection. */
  get socketId(): string | undefined {
    return this.state.name === 'connected' ? this.state.socketId : undefined;
  }

  connect(): void {
    if (this.state.name === 'idle' || this.state.name === 'failed') {
      this.#stopSignals(); // of another call from the same listener
      this.#stopSignals = this.#signals.listen((type) => this.#dispatch({ type }));
    }
    this.#dispatch({ type: 'connect' });
  }

  #ping(): void {
    if (this.send({ event: 'pusher:ping', data: {} })) this.receipts.pinged();
  }

  /** Returns false when there is no connection: nothing was sent. */
  send(frame: OutgoingFrame): boolean {
    if (this.state.name !== 'connected' || this.#link === undefined || this.isMuted) return false;
    const text = encodeFrame(frame);
    const { event: name, channel } = frame;
    this.traffic.add('sent', this.#settings.runtime.now(), name, channel, text);
    this.#link.send(text);
    return true;
  }

  /** Resolves when the socket is closed, or cut because the other side does not close it. */
  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    this.#dispatch({ type: 'close' });
    await Promise.resolve(); // a close from inside a listener runs when that listener returns
    await this.#leaving;
  }

  readonly #dispatch = inTurn((event: MachineEvent) => {
    const previous = this.state;
    const [next, effects] = transition(previous, event);
    this.state = next;
    if (next.name !== previous.name) this.#timer.stop();
    for (const effect of effects) this.#run(effect);
    if (next.name !== previous.name) this.#entered(next, previous);
  });

  #entered(next: MachineState, previous: MachineState): void {
    if (next.name === 'connecting') this.#open();
    if ('pace' in next) this.#schedule(next);
    if ('loss' in next) this.lastError = lossError(next.loss, next.name === 'failed', this.#url);
    if (next.name === 'connected') this.#watch(next.failures > 0);
    else this.#liveness.stop();
    if (next.name === 'failed' || next.name === 'closed') this.#stopSignals();
    const change = {
      state: next,
      previous,
      error: 'loss' in next ? this.lastError : undefined,
      retryInMs: 'pace' in next ? this.retryInMs : undefined,
    };
    this.traffic.add('state', this.#settings.runtime.now(), next.name, undefined, undefined, change.error);
    this.#listener.stateChanged(change);
    if (next.name === 'reconnecting' && !this.#signals.isOnline()) this.#dispatch({ type: 'offline' });
  }

  #watch(hasFailed: boolean): void {
    const { pongTimeoutMs, reconnect } = this.#settings;
    this.lastError = undefined;
    this.receipts.connected();
    this.#liveness.start({ activityTimeoutMs: this.#activityTimeoutMs, pongTimeoutMs });
    if (hasFailed) this.#timer.start(reconnect.stableAfterMs, () => this.#dispatch({ type: 'stable' }));
  }

  #run(effect: Effect): void {
    if (effect === 'close' || effect === 'drop') this.#leave(effect);
    else if (effect === 'use-tls') this.#url = this.#url.replace('ws:', 'wss:');
    else this.#liveness.probe(effect === 'probe-urgently');
  }

  #schedule({ failures, loss, pace }: Waiting): void {
    const { reconnect, runtime } = this.#settings;
    const { retryAfterMs } = loss;
    this.retryInMs = reconnectDelay({ pace, failures, retryAfterMs }, reconnect, () => runtime.random());
    this.#timer.start(this.retryInMs, () => this.#dispatch({ type: 'delay-over' }));
  }

  #leave(how: 'close' | 'drop'): void {
    if (this.#link === undefined) return;
    const closed = this.#link[how]();
    this.#link = undefined;
    const earlier = this.#leaving;
    this.#leaving = closed.then(() => earlier); // keeps no results, unlike Promise.all
  }

  #open(): void {
    const { connectTimeoutMs, maxMessageBytes, openSocket = openPlatformSocket, runtime } = this.#settings;
    this.#timer.start(connectTimeoutMs, () => this.#dispatch({ type: 'timed-out' }));
    const options = {
      maxMessageBytes,
      handshakeTimeoutMs: connectTimeoutMs,
      runtime,
      openDefault: openPlatformSocket,
    };
    try {
      this.#link = openLink(openSocket, this.#url, options, this.#socketListener);
    } catch (error) {
      this.#socketListener.unusable(error);
    }
  }

  readonly #socketListener: SocketListener = {
    received: (text) => this.#receive(text),
    violated: (reason) => this.#reject(reason),
    stoodStill: () => this.#liveness.stoodStill(),
    ended: (end) => {
      this.#link = undefined;
      this.#dispatch({ type: 'ended', ...end, isTls: this.#isTls });
    },
    unusable: (error) => {
      this.#link = undefined;
      // In another turn of the event loop: a listener of `failed` may call `connect()` each time.
      this.#timer.start(turnMs, () => this.#dispatch({ type: 'unusable', error: unusableError(error) }));
    },
  };

  #receive(text: string) {
    const nowMs = this.#settings.runtime.now();
    this.#liveness.seen(nowMs);
    this.receipts.lastMs = nowMs;
    const decoded = decodeFrame(text);
    if (!decoded.ok) return this.#reject(decoded.reason);
    const { frame } = decoded;
    const { event: name, channel } = frame;
    this.traffic.add('received', nowMs, name, channel, text);
    if (this.state.name === 'connecting') return this.#finishHandshake(frame);
    if (frame.event === 'pusher:ping') return void this.send({ event: 'pusher:pong', data: {} });
    if (frame.event === 'pusher:pong') this.receipts.ponged();
    else this.#listener.received(frame);
  }

  #finishHandshake(frame: Frame) {
    const handshake = readHandshake(frame);
    const { activityTimeoutMs: max } = this.#settings;
    if (handshake.type === 'established')
      this.#activityTimeoutMs = Math.min(max, Math.max(handshake.activityTimeoutMs ?? max, minActivityMs));
    this.#dispatch(handshake.type === 'refused' ? { ...handshake, isTls: this.#isTls } : handshake);
  }

  /**
   * Before the handshake an unreadable frame ends the connection. After it, the frame is reported and
   * ignored.
   */
  #reject(reason: string) {
    if (this.state.name === 'connecting') return this.#dispatch({ type: 'violated', reason });
    const message = `The service sent an unreadable message, which was ignored: ${reason}.`;
    this.#listener.reported(new ProtocolError({ message, provider: 'realtime' }));
  }
}
