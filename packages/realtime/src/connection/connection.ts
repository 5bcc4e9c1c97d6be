import type { OrgError } from '@org/core';
import { startTimer } from '@org/core/basics';
import { openSocket as openPlatformSocket } from '#websocket';
import { ProtocolError } from '../errors/connection-errors.ts';
import { decodeFrame, type Frame, type OutgoingFrame } from '../protocol/frame.ts';
import { readHandshake } from '../protocol/handshake.ts';
import type { ConnectionListener, ConnectionSettings } from './connection-context.ts';
import { type Link, openLink } from './link.ts';
import { Liveness, turnMs } from './liveness.ts';
import { lossError, unusableError } from './loss-error.ts';
import { type PlatformSignals, platformSignals } from './platform-signals.ts';
import { RecentTraffic } from './recent-traffic.ts';
import { reconnectDelay } from './reconnect-delay.ts';
import type { SocketListener } from './socket.ts';
import {
  type Effect,
  type MachineEvent,
  type MachineState,
  transition,
  type Waiting,
} from './state-machine.ts';

const minActivityMs = 1_000; // a service that asks for more than one ping a second is not obeyed
const minAttemptMs = 20; // a platform tells of one change several times

/** Runs the effects of the state machine: owns the socket and every timer. */
export class Connection {
  state: MachineState = { name: 'idle' };
  socketId: string | undefined;
  /** Why there is no connection. `undefined` while connected, and before the first attempt ended. */
  lastError: OrgError | undefined;
  /** Opens a socket of this platform. */
  readonly openDefault = openPlatformSocket;
  readonly traffic = new RecentTraffic();
  /** Sends no frame any more. */
  isMuted = false;
  readonly #settings: ConnectionSettings;
  readonly #listener: ConnectionListener;
  #signals: PlatformSignals | undefined;
  /** The limit of the state: until the next attempt, the handshake, or the reset of the back-off. */
  #clearTimer: (() => void) | undefined;
  /** The running step's event, and those that it causes. */
  readonly #events: MachineEvent[] = [];
  readonly liveness: Liveness;
  /** Resolves when all former sockets are closed. */
  #leaving: Promise<unknown> | undefined;
  #link: Link | undefined;
  #enteredAtMs = 0;
  #reopenedAtMs = 0;
  #url: string;
  #activityTimeoutMs: number;
  /** The delay of the last reconnect. */
  retryInMs: number | undefined;
  #stopSignals = () => {};
  #closing: Promise<void> | undefined;

  constructor(settings: ConnectionSettings, listener: ConnectionListener) {
    this.#settings = settings;
    this.#listener = listener;
    this.#url = settings.url;
    this.#activityTimeoutMs = settings.activityTimeoutMs;
    this.liveness = new Liveness({
      runtime: settings.runtime,
      ping: () => this.send({ event: 'pusher:ping', data: {} }),
      expired: () => this.#dispatch({ type: 'silent' }),
    });
  }

  get #isTls(): boolean {
    return this.#url.startsWith('wss:');
  }

  connect(): void {
    if (this.state.name === 'idle' || this.state.name === 'failed') {
      this.#stopSignals(); // of another call from the same listener
      this.#signals ??= this.#settings.signals ?? platformSignals();
      this.#stopSignals = this.#signals.listen((type) => this.#dispatch({ type }));
    }
    this.#dispatch({ type: 'connect' });
  }

  /** Returns false when there is no connection: nothing was sent. */
  send(frame: OutgoingFrame): boolean {
    if (this.socketId === undefined || this.#link === undefined || this.isMuted) return false;
    const text = JSON.stringify(frame);
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

  /** An event that a step causes waits until that step is complete, with all its listeners. */
  #dispatch(event: MachineEvent): void {
    if (this.#events.push(event) > 1) return;
    try {
      for (const next of this.#events) this.#step(next); // and those that are pushed meanwhile
    } finally {
      this.#events.length = 0;
    }
  }

  #step(event: MachineEvent): void {
    const previous = this.state;
    const [next, effects] = transition(previous, event);
    this.state = next;
    this.socketId = next.name === 'connected' ? next.socketId : undefined;
    const isEntered = next.name !== previous.name;
    if (isEntered) this.#clearTimer?.();
    for (const effect of effects) this.#run(effect);
    if (isEntered) this.#entered(next, previous);
  }

  #after(ms: number, event: MachineEvent): void {
    this.#clearTimer?.();
    this.#clearTimer = startTimer(this.#settings.runtime, ms, () => this.#dispatch(event));
  }

  #entered(next: MachineState, previous: MachineState): void {
    if (next.name === 'connecting') this.#open();
    this.retryInMs = 'pace' in next ? this.#schedule(next) : undefined;
    if ('loss' in next) this.lastError = lossError(next.loss, next.name === 'failed', this.#url);
    if (next.name === 'connected') this.#watch(next.failures > 0);
    else if (previous.name === 'connected') this.liveness.stop();
    if (next.name === 'failed' || next.name === 'closed') this.#stopSignals();
    const error = 'loss' in next ? this.lastError : undefined;
    this.#enteredAtMs = this.#settings.runtime.now();
    this.traffic.add('state', this.#enteredAtMs, next.name, undefined, undefined, error);
    this.#listener.stateChanged({ state: next, previous, error, retryInMs: this.retryInMs });
    if (next.name === 'reconnecting' && this.#signals?.isOnline() === false)
      this.#dispatch({ type: 'offline' });
  }

  #watch(hasFailed: boolean): void {
    const { pongTimeoutMs, reconnect } = this.#settings;
    this.lastError = undefined;
    this.liveness.start({ activityTimeoutMs: this.#activityTimeoutMs, pongTimeoutMs });
    if (hasFailed) this.#after(reconnect.stableAfterMs, { type: 'stable' });
  }

  #run(effect: Effect): void {
    if (effect === 'close' || effect === 'drop') this.#leave(effect);
    else if (effect === 'reopen') this.#reopen();
    else if (effect === 'use-tls') this.#url = this.#url.replace('ws:', 'wss:');
    else this.liveness.probe(effect === 'probe-urgently');
  }

  #schedule({ failures, loss, pace }: Waiting): number {
    const { reconnect, runtime } = this.#settings;
    const { retryAfterMs } = loss;
    const retryInMs = reconnectDelay({ pace, failures, retryAfterMs }, reconnect, () => runtime.random());
    this.#after(retryInMs, { type: 'delay-over' });
    return retryInMs;
  }

  #leave(how: 'close' | 'drop'): void {
    if (this.#link === undefined) return;
    const closed = this.#link[how]();
    this.#link = undefined;
    const earlier = this.#leaving;
    this.#leaving = closed.then(() => earlier); // keeps no results, unlike Promise.all
  }

  /** An attempt that begins again and again ends after twice its time. */
  #reopen(): void {
    const { connectTimeoutMs, runtime } = this.#settings;
    const nowMs = runtime.now();
    if (Math.abs(nowMs - Math.max(this.#enteredAtMs, this.#reopenedAtMs)) < minAttemptMs) return;
    this.#reopenedAtMs = nowMs;
    this.#clearTimer?.();
    this.#leave('drop');
    this.#open(Math.min(connectTimeoutMs, this.#enteredAtMs + 2 * connectTimeoutMs - nowMs));
  }

  /** Its time ends in two steps: after a standstill, a handshake that waits in the socket is read between. */
  #open(limitMs = this.#settings.connectTimeoutMs): void {
    const { connectTimeoutMs, maxMessageBytes, openSocket = openPlatformSocket, runtime } = this.#settings;
    const ms = Math.max(limitMs - turnMs, 0);
    this.#clearTimer = startTimer(runtime, ms, () => this.#after(turnMs, { type: 'timed-out' }));
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
    stoodStill: () => this.liveness.stoodStill(),
    ended: (end) => {
      this.#link = undefined;
      this.#dispatch({ type: 'ended', ...end, isTls: this.#isTls });
    },
    unusable: (error) => {
      this.#link = undefined;
      // In another turn of the event loop: a listener of `failed` may call `connect()` each time.
      this.#after(turnMs, { type: 'unusable', error: unusableError(error) });
    },
  };

  #receive(text: string) {
    const nowMs = this.#settings.runtime.now();
    this.liveness.seen(nowMs);
    const decoded = decodeFrame(text);
    if (!decoded.ok) return this.#reject(decoded.reason);
    const { frame } = decoded;
    const { event: name, channel } = frame;
    this.traffic.add('received', nowMs, name, channel, text);
    if (this.state.name === 'connecting') return this.#finishHandshake(frame);
    if (frame.event === 'pusher:ping') return void this.send({ event: 'pusher:pong', data: {} });
    if (frame.event === 'pusher:pong') this.liveness.ponged();
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
