import type { OpenSocket, Socket, SocketEnd, SocketListener, SocketOptions } from '../connection/socket.ts';
import { isRecord, parseText } from '../internal/json.ts';
import type { RecoveryMemory } from './memory.ts';
import { RecoverySession, type SessionOptions } from './session.ts';
import { readMessage, toVersion7 } from './wire.ts';

/** The limits of a recovery, and its client's. */
export type SocketSettings = Omit<SessionOptions, 'send' | 'deliver'>;

/** Codes of the protocol for a version that the service does not have. */
const isVersionCode = (code: unknown): boolean => code === 4006 || code === 4007 || code === 4008;
/** The hosted service has no version 2 of this kind. */
const hosted = /^wss?:\/\/ws-[a-z0-9-]+\.pusher\.com[:/]/;

/** A socket that asks for version 2, and speaks it where the service does. The client sees version 7. */
export class RecoveringSocket implements Socket {
  readonly #open: OpenSocket;
  readonly #url: string;
  readonly #listener: SocketListener;
  readonly #options: SocketOptions;
  readonly #settings: SocketSettings;
  readonly #memory: RecoveryMemory;
  #inner: Socket | undefined;
  /** Undefined before the handshake, and in version 7. */
  #session: RecoverySession | undefined;
  #isGreeted = false;
  #hasEnded = false;
  /** The client closed it: no other attempt follows. */
  #isClosed = false;

  /** @throws the errors of `open` */
  constructor(
    open: OpenSocket,
    url: string,
    listener: SocketListener,
    options: SocketOptions,
    settings: SocketSettings,
    memory: RecoveryMemory,
  ) {
    this.#open = open;
    this.#url = url;
    this.#listener = listener;
    this.#options = options;
    this.#settings = settings;
    this.#memory = memory;
    this.#connect();
  }

  send(text: string): void {
    if (this.#session === undefined) this.#inner?.send(toVersion7(text));
    else this.#session.fromClient(text);
  }

  close(): void {
    this.#stop();
    this.#inner?.close();
  }

  drop(): void {
    this.#stop();
    this.#inner?.drop();
  }

  #stop(): void {
    this.#isClosed = true;
    this.#session?.stop();
  }

  get #asksForVersion2(): boolean {
    return !this.#memory.isRefused && !hosted.test(this.#url);
  }

  #connect(): void {
    const asks = this.#asksForVersion2;
    // Version 2 sends a client its own events, unless asked not to.
    const url = asks ? this.#url.replace('protocol=7', 'protocol=2&echo_messages=false') : this.#url;
    let isOver = false;
    const mayRetry = () => asks && !this.#isGreeted && !this.#isClosed;
    /** Makes another attempt, in version 7. */
    const retry = () => {
      this.#memory.isRefused = true;
      this.#connect();
    };
    const relay: SocketListener = {
      received: (text) => {
        if (isOver) return;
        if (!mayRetry() || !refusesVersion(text)) return this.#receive(text);
        isOver = true; // first: some sockets report the end of a drop at once
        this.#inner?.drop();
        retry();
      },
      violated: (reason) => isOver || this.#listener.violated(reason),
      stoodStill: () => isOver || this.#listener.stoodStill?.(),
      ended: (end) => {
        if (isOver) return;
        isOver = true;
        if (mayRetry() && isVersionCode(end.code)) retry();
        else this.#end(end);
      },
      unusable: (error) => isOver || this.#listener.unusable(error),
    };
    this.#inner = this.#open(url, relay, this.#options);
  }

  #receive(text: string): void {
    if (this.#session !== undefined) this.#session.fromService(text);
    else if (this.#isGreeted) this.#listener.received(text);
    else this.#greet(text);
  }

  /** The first frame says which version the service speaks. */
  #greet(text: string): void {
    this.#isGreeted = true;
    const event = Object(parseText(text)).event;
    if (typeof event !== 'string' || !event.startsWith('sockudo:')) {
      if (event === 'pusher:connection_established') this.#memory.forget();
      return void this.#listener.received(text);
    }
    this.#session = new RecoverySession(
      {
        ...this.#settings,
        send: (frame) => this.#inner?.send(frame),
        deliver: (frame) => this.#hasEnded || this.#listener.received(frame),
      },
      this.#memory,
    );
    this.#listener.received(readMessage(text)?.text ?? text);
  }

  #end(end: SocketEnd): void {
    this.#hasEnded = true;
    this.#stop();
    this.#listener.ended(end);
  }
}

function refusesVersion(text: string): boolean {
  const { data, event } = Object(parseText(text));
  if (event !== 'pusher:error' && event !== 'sockudo:error') return false;
  const error = typeof data === 'string' ? parseText(data) : data;
  return isRecord(error) && isVersionCode(error['code']);
}
