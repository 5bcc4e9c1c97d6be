import type { SmtpMail } from '../message/mail.ts';
import { commandsOf } from '../message/parameters.ts';
import type { SmtpPhase } from '../phase.ts';
import type { SmtpExtensions } from './extensions.ts';
import { MessageWriter } from './message-writer.ts';
import type { SmtpReply, SmtpSession } from './session.ts';
import { refuses, SmtpError, unwanted } from './smtp-error.ts';

/** How long QUIT may take. */
const quitMs = 50;

/** A message that the server has accepted for at least one recipient. */
export interface SmtpSent {
  readonly response: string;
  readonly rejectedErrors: readonly SmtpError[];
}

/** One connection to the relay. */
export class SmtpLink {
  /** Of the server's last answer to EHLO. */
  readonly extensions: SmtpExtensions;
  readonly #session: SmtpSession;
  // The last transaction was not completed, so RSET ends it (RFC 5321, section 4.1.1.5).
  #needsReset = false;
  #isReusable = false;
  #transactions = 0;
  #refused: readonly SmtpError[] = [];

  readonly #onIdle = () => this.destroy();

  constructor(session: SmtpSession, extensions: SmtpExtensions) {
    this.#session = session;
    this.extensions = extensions;
  }

  /** Does TLS protect the connection? */
  get isSecure(): boolean {
    return this.#session.isSecure;
  }

  get ended(): boolean {
    return this.#session.hasEnded || this.#session.hasBegun;
  }

  /** The server refused the last message and waits for the next command. */
  get isReusable(): boolean {
    return this.#isReusable;
  }

  /** The recipients that the server refused in the last transaction. */
  get refused(): readonly SmtpError[] {
    return this.#refused;
  }

  /** How many transactions began since the last call. */
  takeTransactions(): number {
    const count = this.#transactions;
    this.#transactions = 0;
    return count;
  }

  /** Sends one message and reports each phase to `enter`. Rejects with the reply of the step that failed. */
  async transmit(mail: SmtpMail, enter: (phase: SmtpPhase) => void): Promise<SmtpSent> {
    const session = this.#session;
    let current: SmtpPhase = 'envelope';
    const advance = (phase: SmtpPhase) => {
      current = phase;
      enter(phase);
    };
    // Each reply is a sign of life: the time limit of the phase begins again.
    session.onReply = () => enter(current);
    advance('envelope');
    this.#isReusable = false;
    this.#refused = [];
    this.#transactions += 1;
    if (this.#needsReset) await this.#reset();
    this.#needsReset = true;
    const writer = new MessageWriter(mail.bytes, session, advance);
    try {
      await this.#openData(mail);
      const reply = await writer.write();
      // A server that agrees before the end has not read what it agrees to, and may have taken a part of it.
      if (!writer.isComplete && reply.status < 400) {
        if (writer.isBegun) advance('final');
        throw new SmtpError('early reply', { code: 'EPROTOCOL' });
      }
      if (reply.status < 200 || reply.status >= 300) throw unwanted(reply, 'DATA');
      this.#needsReset = false;
      return { response: reply.text, rejectedErrors: this.#refused };
    } catch (error) {
      const { responseCode = 0 } = (error ?? {}) as Partial<SmtpError>;
      this.#isReusable = refuses(responseCode) && !session.hasEnded && writer.isBegun === writer.isComplete;
      throw error;
    }
  }

  /** Between two messages: does not keep the process alive, and ends after `idleMs`. */
  rest(idleMs: number): void {
    const { socket } = this.#session;
    this.#session.onReply = () => {};
    socket.unref();
    socket.setTimeout(idleMs);
    socket.on('timeout', this.#onIdle);
  }

  wake(): void {
    const { socket } = this.#session;
    socket.ref();
    socket.setTimeout(0);
    socket.off('timeout', this.#onIdle);
  }

  /** Sends QUIT and closes. */
  quit(): Promise<void> {
    const { socket } = this.#session;
    // QUIT keeps the process alive until the server answers it.
    socket.ref();
    socket.setTimeout(quitMs);
    socket.on('timeout', this.#onIdle);
    return this.#session.quit();
  }

  onClose(listener: () => void): void {
    const { socket } = this.#session;
    if (socket.destroyed) listener();
    else socket.once('close', listener);
  }

  /** Cuts the connection at once. */
  destroy(): void {
    this.#session.socket.destroy();
  }

  /** Nothing of the new message was sent; without RSET it needs another connection. */
  async #reset(): Promise<void> {
    const reply = await this.#session.command('RSET').catch(() => undefined);
    if (reply?.status !== 250) throw new SmtpError('RSET failed', { code: 'ECONNECTION' });
  }

  /** Sender, recipients and DATA: at once where the server reads ahead (PIPELINING). */
  async #openData(mail: SmtpMail): Promise<void> {
    const commands = [...commandsOf(mail, this.extensions), 'DATA'];
    const isAhead = this.extensions.has('PIPELINING');
    const replies = isAhead ? await this.#session.exchange(commands) : await this.#askEach(commands);
    const failure = this.#failureOf(mail, replies);
    const data = replies[commands.length - 1];
    if (failure === undefined && isGoOn(data)) return;
    if (isGoOn(data)) await this.#endEmpty(replies.slice(1, -1).some(isOk));
    throw failure ?? unwanted(data ?? (await this.#session.next()), 'DATA');
  }

  /**
   * The server waits for a message that nobody gets: an empty one ends it (RFC 2920, section 3.1). Where it
   * took a recipient all the same, somebody would get that.
   */
  async #endEmpty(hasRecipient: boolean): Promise<void> {
    if (hasRecipient) this.destroy();
    else await this.#session.command('.').catch(() => undefined);
  }

  /** One after the other, as long as somebody may get the message. */
  async #askEach(commands: readonly string[]): Promise<readonly SmtpReply[]> {
    const replies: SmtpReply[] = [];
    for (const [index, command] of commands.entries()) {
      const isLast = index === commands.length - 1;
      if (isLast && !replies.slice(1).some(isOk)) break;
      const reply = await this.#session.command(command);
      replies.push(reply);
      if (reply.status === 421 || (index === 0 && !isOk(reply))) break;
    }
    return replies;
  }

  /** Why nobody gets the message. Notes who of several does not. */
  #failureOf(mail: SmtpMail, [sender, ...others]: readonly SmtpReply[]): SmtpError | undefined {
    if (sender === undefined || !isOk(sender)) return unwanted(sender as SmtpReply, 'MAIL FROM');
    const { to } = mail.envelope;
    const refused = to.flatMap((recipient, index) => {
      const reply = others[index];
      return reply === undefined || isOk(reply) ? [] : [unwanted(reply, 'RCPT TO', { recipient })];
    });
    const last = refused.at(-1);
    this.#refused = refused;
    if (last?.responseCode === 421) return last;
    if (last === undefined || refused.length < to.length) return undefined;
    return new SmtpError('all recipients were refused', {
      ...last,
      recipient: undefined,
      rejectedErrors: refused,
    });
  }
}

const isOk = ({ status }: SmtpReply) => status >= 200 && status < 300;

const isGoOn = (reply: SmtpReply | undefined) =>
  reply !== undefined && reply.status >= 300 && reply.status < 400;
