import type { OrgError, Runtime } from '@org/core';
import { openSocket as openPlatformSocket } from '#websocket';
import { ProtocolError } from '../errors/connection-errors.ts';
import { inTurn } from '../in-turn.ts';
import { decodeFrame, encodeFrame, type Frame } from '../protocol/frame.ts';
import { readHandshake } from '../protocol/handshake.ts';
import { type Link, openLink } from './link.ts';
import { createLiveness } from './liveness.ts';
import { lossError, unusableError } from './loss-error.ts';
import { type PlatformSignals, platformSignals } from './platform-signals.ts';
import { type ReconnectSettings, reconnectDelay } from './reconnect-delay.ts';
import type { OpenSocket, SocketListener } from './socket.ts';
import { type Effect, type MachineEvent, type MachineState, transition } from './state-machine.ts';
import { createTimer } from './timer.ts';

/** @internal */
export interface ConnectionSettings {
  readonly runtime: Runtime;
  url(isTls: boolean): string;
  readonly isTls: boolean;
  readonly connectTimeoutMs: number;
  readonly activityTimeoutMs: number;
  readonly pongTimeoutMs: number;
  readonly maxMessageBytes: number;
  readonly reconnect: ReconnectSettings;
  readonly openSocket?: OpenSocket | undefined;
  readonly signals?: PlatformSignals | undefined;
}

/** What a connection tells. Called in order, and never again after `stateChanged` to `closed`. @internal */
export interface ConnectionListener {
  stateChanged(change: ConnectionChange): void;
  /** A frame of the running connection, after its greeting. */
  received(frame: Frame): void;
  reported(error: OrgError): void;
}

/** @internal */
export interface ConnectionChange {
  readonly state: MachineState;
  readonly previous: MachineState;
  /** The wait before the next attempt, while reconnecting or suspended. */
  readonly retryInMs?: number | undefined;
  /** While reconnecting, suspended or failed. */
  readonly error?: OrgError | undefined;
}

/** @internal */
export interface Connection {
  readonly state: MachineState;
  /** Wall-clock milliseconds at which the last frame came on any socket. */
  readonly lastReceivedAtMs: number;
  /** Why there is no connection; `undefined` while there is one, and before the first attempt ended. */
  readonly lastError: OrgError | undefined;
  connect(): void;
  /** False when there is no connection: nothing was sent. */
  send(frame: { readonly event: string; readonly data: unknown; readonly channel?: string }): boolean;
  /** Resolves when the socket is gone; cuts it if the other side does not say goodbye too. */
  close(): Promise<void>;
}

// A service that asks for more pings than one a second is not taken at its word.
const shortestActivityMs = 1_000;

/** Runs the state machine's effects: owns the socket and every timer. @internal */
export function createConnection(settings: ConnectionSettings, listener: ConnectionListener): Connection {
  const { runtime, openSocket = openPlatformSocket, signals = platformSignals() } = settings;
  const retryTimer = createTimer(runtime);
  const connectTimer = createTimer(runtime);
  const stableTimer = createTimer(runtime);
  let state: MachineState = { name: 'idle' };
  let link: Link | undefined;
  /** Sockets that we left and that are not gone yet. */
  const leaving = new Set<Promise<void>>();
  let isTls = settings.isTls;
  let activityTimeoutMs = settings.activityTimeoutMs;
  let lastReceivedAtMs = 0;
  let retryInMs: number | undefined;
  let lastError: OrgError | undefined;
  let stopSignals = () => {};
  let closing: Promise<void> | undefined;

  const send: Connection['send'] = (frame) => {
    if (state.name !== 'connected' || link === undefined) return false;
    link.send(encodeFrame(frame));
    return true;
  };
  const liveness = createLiveness({
    runtime,
    ping: () => send({ event: 'pusher:ping', data: {} }),
    expired: () => dispatch({ type: 'silent' }),
  });

  const dispatch = inTurn((event: MachineEvent) => {
    const previous = state;
    const [next, effects] = transition(previous, event);
    state = next;
    for (const effect of effects) run(effect);
    if (next.name !== previous.name) entered(next, previous);
  });

  const entered = (next: MachineState, previous: MachineState) => {
    if (next.name !== 'connecting') connectTimer.stop();
    if ('loss' in next) lastError = lossError(next.loss, next.name === 'failed');
    if (next.name === 'connected') {
      lastError = undefined;
      liveness.start({ activityTimeoutMs, pongTimeoutMs: settings.pongTimeoutMs });
      stableTimer.start(settings.reconnect.stableAfterMs, () => dispatch({ type: 'stable' }));
    } else {
      liveness.stop();
      stableTimer.stop();
    }
    if (next.name === 'failed' || next.name === 'closed') stopSignals();
    listener.stateChanged({
      state: next,
      previous,
      ...('loss' in next && { error: lastError }),
      ...('loss' in next && next.name !== 'failed' && { retryInMs }),
    });
    if (next.name === 'reconnecting' && !signals.isOnline()) dispatch({ type: 'offline' });
  };

  const run = (effect: Effect) => {
    switch (effect.type) {
      case 'open':
        return openNext();
      case 'close':
        return leave((old) => old.close());
      case 'drop':
        return leave((old) => old.drop());
      case 'schedule':
        retryInMs = reconnectDelay(effect, settings.reconnect, () => runtime.random());
        return retryTimer.start(retryInMs, () => dispatch({ type: 'delay-over' }));
      case 'unschedule':
        return retryTimer.stop();
      case 'use-tls':
        isTls = true;
        return;
      case 'probe':
        return liveness.probe(effect.isUrgent);
    }
  };

  const leave = (say: (old: Link) => Promise<void>) => {
    if (link === undefined) return;
    const gone = say(link);
    link = undefined;
    leaving.add(gone);
    void gone.then(() => leaving.delete(gone));
  };

  const openNext = () => {
    connectTimer.start(settings.connectTimeoutMs, () => dispatch({ type: 'timed-out' }));
    const options = {
      maxMessageBytes: settings.maxMessageBytes,
      handshakeTimeoutMs: settings.connectTimeoutMs,
      now: () => runtime.now(),
    };
    try {
      link = openLink(openSocket, settings.url(isTls), options, socketListener, runtime);
    } catch (error) {
      socketListener.unusable(error);
    }
  };
  const socketListener: SocketListener = {
    received: (text) => receive(text),
    violated: (reason) => misunderstood(reason),
    ended(end) {
      link = undefined;
      dispatch({ type: 'ended', ...end, isTls });
    },
    unusable(error) {
      link = undefined;
      dispatch({ type: 'unusable', error: unusableError(error) });
    },
  };

  const receive = (text: string) => {
    lastReceivedAtMs = runtime.now();
    liveness.seen();
    const decoded = decodeFrame(text);
    if (!decoded.ok) return misunderstood(decoded.reason);
    if (state.name === 'connecting') return greet(decoded.frame);
    if (decoded.frame.event === 'pusher:ping') return void send({ event: 'pusher:pong', data: {} });
    if (decoded.frame.event !== 'pusher:pong') listener.received(decoded.frame);
  };

  const greet = (frame: Frame) => {
    const greeting = readHandshake(frame);
    if (greeting.kind === 'unexpected') return dispatch({ type: 'violated', reason: greeting.reason });
    if (greeting.kind === 'refused') return dispatch({ type: 'refused', ...greeting, isTls });
    const { activityTimeoutMs: most } = settings;
    const asked = greeting.activityTimeoutMs ?? most;
    activityTimeoutMs = Math.min(most, Math.max(asked, shortestActivityMs));
    dispatch({ type: 'established', socketId: greeting.socketId });
  };

  /** Before the greeting the server is a stranger; after it, one bad frame is only reported. */
  const misunderstood = (reason: string) => {
    if (state.name === 'connecting') return dispatch({ type: 'violated', reason });
    const message = `The service sent a message that cannot be read: ${reason}. It was ignored.`;
    listener.reported(new ProtocolError({ message, provider: 'realtime' }));
  };

  const finish = async (): Promise<void> => {
    dispatch({ type: 'close' });
    await Promise.resolve(); // a close from inside a listener is carried out when that listener returns
    await Promise.all(leaving);
  };

  return {
    get state() {
      return state;
    },
    get lastReceivedAtMs() {
      return lastReceivedAtMs;
    },
    get lastError() {
      return lastError;
    },
    connect() {
      if (state.name === 'idle' || state.name === 'failed')
        stopSignals = signals.listen((type) => dispatch({ type }));
      dispatch({ type: 'connect' });
    },
    send,
    close() {
      closing ??= finish();
      return closing;
    },
  };
}
