import type { OrgError, StateEvent } from '@org/realtime';
import { Emitter } from './emitter.ts';

/** The state of a `Pusher`'s connection. @public */
export type ConnectionState =
  | 'initialized'
  | 'connecting'
  | 'connected'
  | 'unavailable'
  | 'failed'
  | 'disconnected';

/**
 * The connection of a `Pusher`, with its events: `state_change`, each state, `connecting_in`, `message` and
 * `error`. @public
 */
export class Connection extends Emitter {
  /** The state. `unavailable`: no connection for `unavailableTimeout`, or the platform is offline. */
  state: ConnectionState = 'initialized';
  /** The id of the last connection. */
  socket_id: string | undefined;
  readonly #owner: Pick<Connection, 'connect' | 'disconnect'>;
  readonly #unavailableTimeoutMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: Pick<Connection, 'connect' | 'disconnect'>, unavailableTimeoutMs: number) {
    super();
    this.#owner = owner;
    this.#unavailableTimeoutMs = unavailableTimeoutMs;
  }

  /** As `connect()` of the `Pusher`. */
  connect(): void {
    this.#owner.connect();
  }

  /** As `disconnect()` of the `Pusher`. */
  disconnect(): void {
    this.#owner.disconnect();
  }

  /** Takes over a state of the client. */
  follow({ error, previous, retryInMs, socketId, state }: StateEvent): void {
    if (error !== undefined) this.#reportLoss(error, previous === 'connected');
    if (retryInMs !== undefined) this.emit('connecting_in', Math.round(retryInMs / 1000));
    if (state === 'connected') this.enter('connected', socketId);
    else if (state === 'suspended') this.enter('unavailable');
    else if (state !== 'failed' && this.state !== 'unavailable') this.enter('connecting');
  }

  /** Enters a state, and emits it if it is another one. */
  enter(current: ConnectionState, socketId?: string): void {
    const previous = this.state;
    if (current === previous) return;
    clearTimeout(this.#timer);
    if (current === 'connecting')
      this.#timer = setTimeout(() => this.enter('unavailable'), this.#unavailableTimeoutMs);
    this.state = current;
    if (socketId !== undefined) this.socket_id = socketId;
    this.emit('state_change', { previous, current });
    this.emit(current, socketId === undefined ? undefined : { socket_id: socketId });
  }

  /** As pusher-js: a connection that ends reports the code, and with a code of the protocol twice. */
  #reportLoss(error: OrgError, wasConnected: boolean): void {
    const cause = toPusherError(error);
    if (wasConnected) this.emit('error', cause);
    if (!wasConnected || (error.status ?? 0) >= 4000)
      this.emit('error', { type: 'WebSocketError', error: cause });
  }
}

/** An error of the service, or of the connection, as `connection` of pusher-js emits it. */
export function toPusherError({ message, status }: OrgError): object {
  return { type: 'PusherError', data: { code: status ?? null, message } };
}
