import type { Socket } from 'node:net';
import type { SmtpMail } from '../message/mail.ts';
import { parametersOf } from '../message/parameters.ts';
import type { SmtpPhase } from '../phase.ts';
import { type CommandParameters, createCommandParameters } from './command-parameters.ts';
import type { Conversation } from './conversation.ts';
import type { SmtpExtensions } from './extensions.ts';
import { MessageSource } from './message-source.ts';
import type { NodemailerConnection, NodemailerSent, SmtpReplyError } from './nodemailer.ts';

/** How long QUIT may take. */
const quitMs = 50;

interface LinkParts {
  readonly connection: NodemailerConnection;
  readonly socket: Socket;
  readonly conversation: Conversation;
}

/** One connection to the relay. */
export class SmtpLink {
  readonly #connection: NodemailerConnection;
  readonly #socket: Socket;
  readonly #conversation: Conversation;
  readonly #setParameters: ((parameters: CommandParameters) => void) | undefined;
  #hasEnded = false;
  // The last transaction was not completed, so RSET ends it (RFC 5321, section 4.1.1.5).
  #needsReset = false;
  #isReusable = false;
  #transactions = 0;
  #fail: ((error: Error) => void) | undefined;

  readonly #onIdle = () => this.destroy();

  constructor({ connection, socket, conversation }: LinkParts) {
    this.#connection = connection;
    this.#socket = socket;
    this.#conversation = conversation;
    this.#setParameters = createCommandParameters(connection);
    // One listener for the life of the connection: without it, an error between messages would end the
    // process.
    connection.on('error', (error) => this.#fail?.(error));
    connection.once('end', () => {
      this.#hasEnded = true;
      // The reason, where there is one, follows in the same turn.
      queueMicrotask(() => this.#fail?.(protocolError('closed', 'ECONNECTION')));
      socket.destroy();
    });
  }

  /** Of the server's last answer to EHLO. */
  get extensions(): SmtpExtensions {
    return this.#conversation.extensions();
  }

  /** Can it add parameters to MAIL and RCPT? */
  get canAddParameters(): boolean {
    return this.#setParameters !== undefined;
  }

  /** Does TLS protect the connection? */
  get isSecure(): boolean {
    return this.#connection.secure;
  }

  get ended(): boolean {
    return this.#hasEnded || this.#socket.destroyed;
  }

  /** The server refused the last message and waits for the next command. */
  get isReusable(): boolean {
    return this.#isReusable;
  }

  /** The recipients that the server refused in the last transaction. */
  get refused(): readonly SmtpReplyError[] {
    return this.#connection._envelope?.rejectedErrors ?? [];
  }

  /** How many transactions began since the last call. */
  takeTransactions(): number {
    const count = this.#transactions;
    this.#transactions = 0;
    return count;
  }

  /** Runs one step at a time. It ends with its callback, or with the end of the connection. */
  run<Value>(
    start: (done: (error?: Error | null, value?: Value) => void) => void,
  ): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      start((error, value) => {
        if (error) reject(error);
        else resolve(value);
      });
    });
  }

  /** Sends one message and reports each phase to `enter`. Rejects with nodemailer's error. */
  async transmit(mail: SmtpMail, enter: (phase: SmtpPhase) => void): Promise<NodemailerSent> {
    const { envelope, bytes } = mail;
    let current: SmtpPhase = 'envelope';
    const advance = (phase: SmtpPhase) => {
      current = phase;
      enter(phase);
    };
    // Each reply is a sign of life: the time limit of the phase begins again.
    this.#conversation.onReply = () => enter(current);
    advance('envelope');
    this.#isReusable = false;
    this.#transactions += 1;
    if (this.#needsReset) await this.run((done) => this.#connection.reset(done)).catch(rethrowAsLost);
    this.#needsReset = true;
    const source = new MessageSource({
      bytes,
      // After STARTTLS, nodemailer writes to another socket.
      socket: this.#connection._socket ?? this.#socket,
      enter: advance,
      lastReply: () => this.#conversation.lastReply(),
    });
    const sized = { from: envelope.from, to: [...envelope.to], size: bytes.length };
    this.#setParameters?.(parametersOf(mail, this.extensions));
    let sent: NodemailerSent | undefined;
    try {
      sent = await this.run<NodemailerSent>((done) => this.#connection.send(sized, source, done));
    } catch (error) {
      this.#isReusable = isRefusal(error) && source.isBegun === source.isComplete;
      throw error;
    } finally {
      source.destroy();
    }
    // A server that agrees before the end has not read what it agrees to, and may have taken a part of it.
    if (sent === undefined || !source.isComplete) {
      if (source.isBegun) advance('final');
      throw protocolError('early reply', 'EPROTOCOL');
    }
    this.#needsReset = false;
    return sent;
  }

  /** Between two messages: does not keep the process alive, and ends after `idleMs`. */
  rest(idleMs: number): void {
    this.#conversation.onReply = () => {};
    this.#socket.unref();
    this.#socket.setTimeout(idleMs);
    this.#socket.on('timeout', this.#onIdle);
  }

  wake(): void {
    this.#socket.ref();
    this.#socket.setTimeout(0);
    this.#socket.off('timeout', this.#onIdle);
  }

  /** Sends QUIT and closes. */
  quit(): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.once('close', () => resolve());
      // QUIT keeps the process alive until the server answers it.
      this.#socket.ref();
      this.#socket.setTimeout(quitMs);
      this.#socket.on('timeout', this.#onIdle);
      if (this.#hasEnded) resolve();
      else this.#connection.quit();
    });
  }

  onClose(listener: () => void): void {
    if (this.#socket.destroyed) listener();
    else this.#socket.once('close', listener);
  }

  /** Cuts the connection at once. */
  destroy(): void {
    this.#connection.close();
    this.#socket.destroy();
  }
}

/** Nothing of the new message was sent; without RSET it needs another connection. */
function rethrowAsLost(): never {
  throw protocolError('RSET failed', 'ECONNECTION');
}

/** A reply that ends the message. When it also ends the session (421), nodemailer closes the connection. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0 } = (error ?? {}) as Partial<SmtpReplyError>;
  return responseCode >= 400;
}

function protocolError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
