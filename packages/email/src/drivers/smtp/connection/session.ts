import type { Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { opened } from './opened.ts';
import { SmtpError } from './smtp-error.ts';

/** A reply of the server: all of its lines. */
export interface SmtpReply {
  readonly status: number;
  readonly text: string;
}

/** A server that talks without an end is none. */
const maxReplyLength = 64 * 1024;

interface Exchange {
  readonly count: number;
  readonly resolve: (replies: readonly SmtpReply[]) => void;
  readonly reject: (error: SmtpError) => void;
}

/** Commands and replies on one connection (RFC 5321, RFC 2920). */
export class SmtpSession {
  socket: Socket;
  isSecure: boolean;
  /** Called with every reply. */
  onReply: () => void = () => {};
  readonly #decoder = new TextDecoder();
  #text = '';
  #lines: string[] = [];
  /** Those that no exchange has taken. */
  #replies: SmtpReply[] = [];
  #exchange: Exchange | undefined;
  #failure: SmtpError | undefined;
  #isLeaving = false;

  // Not the socket's own encoding: after STARTTLS, the same socket carries the bytes of TLS.
  readonly #onData = (bytes: Uint8Array) => this.#read(this.#decoder.decode(bytes, { stream: true }));
  readonly #onError = (error: NodeJS.ErrnoException) => this.#fail(error.message, error.code);
  readonly #onEnd = () => this.#fail('closed', 'ECONNECTION');

  constructor(socket: Socket, isSecure: boolean) {
    this.socket = socket;
    this.isSecure = isSecure;
    this.#listen();
  }

  /** Ended, or about to: the server said something without being asked, or that it closes. */
  get hasEnded(): boolean {
    return (
      this.#failure !== undefined || this.#isLeaving || this.socket.destroyed || this.#replies.length > 0
    );
  }

  /**
   * Writes the commands at once, and resolves with a reply for each; with fewer when the connection ends
   * before the others, or when the server says so (421). Rejects when it ends before the first.
   */
  exchange(commands: readonly string[]): Promise<readonly SmtpReply[]> {
    const text = commands.join('\r\n');
    // An address or an option with a line break would be a command of its own.
    if (/[\r\n\0]/.test(commands.join('')))
      throw new SmtpError('a command has a line break', { code: 'EENVELOPE' });
    this.refuseEarly();
    const replies = this.#await(commands.length);
    if (this.#failure === undefined) this.socket.write(`${text}\r\n`);
    return replies;
  }

  /** Whether a reply has begun, and is not whole. */
  get hasBegun(): boolean {
    return (this.#text !== '' || this.#lines.length > 0) && this.#replies.length === 0;
  }

  /** A reply that has begun before anything asks for it would be taken for the beginning of the answer. */
  refuseEarly(): void {
    if (this.hasBegun) this.#fail('early reply', 'EPROTOCOL');
  }

  /** One command, one reply. */
  async command(line: string): Promise<SmtpReply> {
    const [reply] = await this.exchange([line]);
    return reply as SmtpReply;
  }

  /** The next reply. */
  async next(): Promise<SmtpReply> {
    const [reply] = await this.#await(1);
    return reply as SmtpReply;
  }

  /** Goes on over TLS, without what came before it: that nobody has signed (CVE-2011-0411). */
  async secure(options: ConnectionOptions, signal: AbortSignal): Promise<void> {
    const plain = this.socket;
    plain.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onEnd);
    this.#text = '';
    this.#lines = [];
    this.#replies = [];
    const socket = connectTls({ socket: plain, ...options });
    this.socket = await opened(socket, 'secureConnect', signal);
    this.isSecure = true;
    this.#listen();
  }

  /** Says that the session ends, and resolves with the end of the connection. */
  quit(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#failure !== undefined) return resolve();
      this.socket.once('close', () => resolve());
      this.exchange(['QUIT']).then(
        () => this.socket.destroy(),
        () => this.socket.destroy(),
      );
    });
  }

  #listen(): void {
    this.socket.setNoDelay(true);
    this.socket.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onEnd);
    this.socket.on('error', this.#onError);
    this.socket.resume();
  }

  #await(count: number): Promise<readonly SmtpReply[]> {
    return new Promise((resolve, reject) => {
      this.#exchange = { count, resolve, reject };
      this.#settle();
      if (this.#failure !== undefined) this.#endExchange(this.#failure);
    });
  }

  #read(text: string): void {
    this.#text += text;
    for (let end = this.#text.indexOf('\n'); end !== -1; end = this.#text.indexOf('\n')) {
      const line = this.#text.slice(0, end).replace(/\r$/, '');
      this.#text = this.#text.slice(end + 1);
      this.#lines.push(line);
      const [, code, isMore] = /^(\d{3})(?:(-)|[ \t]|$)/.exec(line) ?? [];
      if (code === undefined) {
        this.#refuse();
        return;
      }
      if (isMore === undefined) this.#take({ status: Number(code), text: this.#lines.splice(0).join('\n') });
    }
    const length = this.#lines.reduce((sum, line) => sum + line.length, this.#text.length);
    if (length > maxReplyLength) this.#refuse();
  }

  /** What came is not SMTP. */
  #refuse(): void {
    const response = this.#lines.splice(0).join('\n');
    this.#fail('not a reply', 'EPROTOCOL', response);
  }

  #take(reply: SmtpReply): void {
    this.#replies.push(reply);
    if (reply.status === 421) this.#isLeaving = true;
    this.onReply();
    this.#settle();
  }

  #settle(): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    const isWhole = this.#replies.length >= exchange.count || this.#replies.at(-1)?.status === 421;
    if (!isWhole) return;
    this.#exchange = undefined;
    exchange.resolve(this.#replies.splice(0, exchange.count));
  }

  #fail(message: string, code?: string, response?: string): void {
    this.#failure ??= new SmtpError(message, { code, response });
    this.#endExchange(this.#failure);
    this.socket.destroy();
  }

  /** What was answered before the end stays answered. */
  #endExchange(failure: SmtpError): void {
    const replies = this.#replies.splice(0);
    if (replies.length > 0) this.#exchange?.resolve(replies);
    else this.#exchange?.reject(failure);
    this.#exchange = undefined;
  }
}
