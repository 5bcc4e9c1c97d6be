import type { OpenSocket, Socket, SocketEnd, SocketListener, SocketOptions } from '../connection/socket.ts';
import type { ClientState } from './client-state.ts';
import {
  reconnectLater,
  reconnectSoon,
  refused,
  type ServiceError,
  toClientEnd,
  tooLarge,
  unauthorized,
} from './codes.ts';
import type { CentrifugoEventForm } from './event-form.ts';
import { CentrifugoSession } from './session.ts';
import { toSocketId } from './socket-id.ts';
import { TokenRefresh } from './token-refresh.ts';
import { type CentrifugoToken, callForToken, NoToken } from './tokens.ts';
import { type Fields, type Message, readFields, readMessage, readText, writeFrame } from './wire.ts';

/** The tokens and the memory of a client, for its sockets. */
export interface CentrifugoSettings {
  /** The client's own `socket`; undefined for the platform's WebSocket. */
  readonly open: OpenSocket | undefined;
  readonly token: string | CentrifugoToken | undefined;
  readonly form: CentrifugoEventForm;
  readonly state: ClientState;
  /** Calls the application for the token of a channel. */
  subscriptionToken(name: string, signal: AbortSignal): Promise<string>;
}

const alive = writeFrame('pusher:alive', {});
/** How long after the time of a ping the client asks whether the connection lives. */
const slackSeconds = 10;

/** A socket that speaks Centrifugo's protocol. The client sees version 7 of the Pusher protocol. */
export class CentrifugoSocket implements Socket {
  readonly #settings: CentrifugoSettings;
  readonly #listener: SocketListener;
  readonly #options: SocketOptions;
  readonly #inner: Socket;
  readonly #life = new AbortController();
  readonly #refresh: TokenRefresh;
  readonly #session: CentrifugoSession;
  #isGreeted = false;
  #hasEnded = false;
  #answersPings = false;
  /** The frame that is being read had something for the client. */
  #hasDelivered = false;

  /** @throws the errors of `open` */
  constructor(settings: CentrifugoSettings, url: string, listener: SocketListener, options: SocketOptions) {
    this.#settings = settings;
    this.#listener = listener;
    this.#options = options;
    this.#session = this.#createSession();
    this.#refresh = new TokenRefresh(options.runtime, {
      get: () => this.#callForToken(),
      send: (token, done) =>
        this.#session.command('refresh', { token }, (reply, error) => done(error ? undefined : reply)),
    });
    this.#inner = (settings.open ?? options.openDefault)(url, this.#relay(), options);
  }

  send(text: string): void {
    if (this.#isGreeted) this.#session.fromClient(text);
  }

  close(): void {
    this.#stop();
    this.#inner.close();
  }

  drop(): void {
    this.#stop();
    this.#inner.drop();
  }

  #relay(): SocketListener {
    return {
      opened: () => void this.#connect(),
      received: (text) => this.#receive(text),
      violated: (reason) => this.#hasEnded || this.#listener.violated(reason),
      stoodStill: () => this.#listener.stoodStill?.(),
      ended: (end) => {
        if (end.code === tooLarge) this.#session.tooLarge();
        this.#end(toClientEnd(end));
      },
      unusable: (error) => {
        this.#stop();
        this.#listener.unusable(error);
      },
    };
  }

  #createSession(): CentrifugoSession {
    const { form, state, subscriptionToken } = this.#settings;
    return new CentrifugoSession({
      runtime: this.#options.runtime,
      form,
      state,
      send: (text) => this.#inner.send(text),
      deliver: (text) => this.#deliver(text),
      unreadable: (reason) => this.#hasEnded || this.#listener.violated(reason),
      end: (end) => this.#fail(end),
      subscriptionToken: (name) => subscriptionToken(name, this.#life.signal),
    });
  }

  #callForToken(): Promise<string> {
    return callForToken(this.#settings.token, this.#life.signal);
  }

  async #connect(): Promise<void> {
    const { token: given } = this.#settings;
    let token: string | undefined;
    try {
      token = given === undefined ? undefined : await this.#callForToken();
    } catch (cause) {
      const code = cause instanceof NoToken ? unauthorized : reconnectLater;
      this.#fail({ code, reason: `token failed: ${messageOf(cause)}`, cause });
      return;
    }
    if (this.#life.signal.aborted) return;
    this.#session.command('connect', { token, name: 'org-realtime-js' }, (reply, error) => {
      if (error === undefined) this.#greet(reply, token);
      else this.#fail(this.#refusal(error));
    });
  }

  #refusal(error: ServiceError): SocketEnd {
    const { code, isExpired, isTemporary, message } = error;
    if (isExpired && typeof this.#settings.token !== 'function')
      return { code: unauthorized, reason: `${message}: make token a function, which returns a new one` };
    // The service reads nothing more on this connection.
    if (isExpired) return { code: reconnectSoon, reason: message };
    if (isTemporary) return { code: reconnectLater, reason: message };
    return { code: code === 101 || code === 103 ? unauthorized : refused, reason: message };
  }

  #greet(reply: Fields, token: string | undefined): void {
    const { ping, pong } = reply;
    const connection = readText(reply, 'client');
    this.#isGreeted = true;
    this.#answersPings = pong === true;
    if (typeof this.#settings.token === 'function') this.#refresh.schedule(reply);
    const seconds = typeof ping === 'number' && ping > 0 ? ping + slackSeconds : undefined;
    const socketId = toSocketId(connection, this.#options.runtime);
    this.#settings.state.connected(connection, socketId, token);
    const greeting = { socket_id: socketId, activity_timeout: seconds };
    this.#deliver(writeFrame('pusher:connection_established', greeting));
  }

  #deliver(text: string): void {
    this.#hasDelivered = true;
    if (!this.#hasEnded) this.#listener.received(text);
  }

  #receive(text: string): void {
    this.#hasDelivered = false;
    for (const line of text.split('\n')) {
      if (this.#hasEnded || this.#life.signal.aborted) return;
      const message = line.trim() === '' ? undefined : readMessage(line);
      if (message !== undefined) this.#take(message);
      else if (line.trim() !== '') this.#listener.violated('it is not a JSON object');
    }
    // What the client does not see is a sign of life too.
    if (this.#isGreeted && !this.#hasDelivered) this.#deliver(alive);
  }

  #take(message: Message): void {
    const { fields } = message;
    const isPing = Object.keys(fields).length === 0;
    if (isPing && this.#answersPings) this.#inner.send('{}');
    const push = readFields(fields, 'push');
    if ('refresh' in push) this.#refresh.schedule(readFields(push, 'refresh'));
    else if (!isPing) this.#session.fromService(message);
  }

  /** Ends the connection from this side, with a reason. */
  #fail(end: SocketEnd): void {
    if (this.#life.signal.aborted) return;
    this.#end(end);
    this.#inner.drop();
  }

  #stop(): void {
    this.#life.abort();
    this.#refresh.stop();
    this.#session.stop();
  }

  #end(end: SocketEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#stop();
    this.#listener.ended(end);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 300) : 'it threw another value than an error';
}
