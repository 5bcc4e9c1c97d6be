import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type Conversation, createSmtpUtf8Switch } from './conversation.ts';
import type { SmtpExtensions } from './extensions.ts';
import type { NodemailerConnection, NodemailerSent, SmtpReplyError } from './nodemailer.ts';
import type { SmtpPhase } from './phase.ts';
import type { Steps } from './steps.ts';

/** One connection to the relay, signed in and ready. */
export interface SmtpLink {
  readonly extensions: SmtpExtensions;
  /** Can it ask for SMTPUTF8 for an address that is only in a header field? */
  readonly canAskForSmtpUtf8: boolean;
  /** Hands over one message; `enter` hears how far it came. Rejects with nodemailer's error. */
  transmit(mail: SmtpMail, enter: (phase: SmtpPhase) => void): Promise<NodemailerSent>;
  /** Between two messages: does not keep the process alive, and ends after `idleMs`. */
  rest(idleMs: number): void;
  wake(): void;
  /** Sends QUIT and closes. */
  quit(): Promise<void>;
  /** Cuts the connection at once. */
  destroy(): void;
  readonly ended: boolean;
  /** The server refused the last message and waits for the next command. */
  readonly isReusable: boolean;
}

export interface SmtpEnvelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** A message as the connection takes it. */
export interface SmtpMail {
  readonly envelope: SmtpEnvelope;
  /** Needs the server's SMTPUTF8: an address outside ASCII, in the envelope or in a header field. */
  readonly isInternational: boolean;
  readonly bytes: Uint8Array;
}

const chunkBytes = 64 * 1024;
/** How long QUIT may take. */
const quitMs = 50;

export interface LinkParts {
  readonly connection: NodemailerConnection;
  readonly socket: Socket;
  readonly steps: Steps;
  readonly conversation: Conversation;
}

export function createLink({ connection, socket, steps, conversation }: LinkParts): SmtpLink {
  const askForSmtpUtf8 = createSmtpUtf8Switch(connection);
  let ended = false;
  // The last transaction was not completed, so RSET ends it (RFC 5321, section 4.1.1.5).
  let needsReset = false;
  let isReusable = false;
  connection.once('end', () => {
    ended = true;
    socket.destroy();
  });
  const destroy = () => {
    connection.close();
    socket.destroy();
  };
  const onIdle = () => destroy();
  return {
    extensions: conversation.extensions(),
    canAskForSmtpUtf8: askForSmtpUtf8 !== undefined,
    async transmit({ envelope: { from, to }, isInternational, bytes }, enter) {
      enter('envelope');
      isReusable = false;
      if (needsReset) await steps((done) => connection.reset(done)).catch(rethrowAsLost);
      needsReset = true;
      let isBegun = false;
      let isComplete = false;
      const chunks = async function* () {
        enter('data');
        requireGoAhead(conversation.lastReply());
        // A reply that is here before the first byte of the message is read first.
        await new Promise(setImmediate);
        isBegun = true;
        for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
        isComplete = true;
        enter('final');
      };
      const source = Readable.from(chunks(), { objectMode: false });
      const envelope = { from, to: [...to], size: bytes.length };
      askForSmtpUtf8?.(isInternational);
      const sent = await steps<NodemailerSent>((done) => connection.send(envelope, source, done)).catch(
        (error: unknown) => {
          isReusable = isRefusal(error) && isBegun === isComplete;
          throw error;
        },
      );
      // A server that agrees before it has seen the end has not read what it agrees to, and may have taken a part of it.
      if (sent === undefined || !isComplete) {
        if (isBegun) enter('final');
        throw Object.assign(new Error('early reply'), { code: 'EPROTOCOL' });
      }
      needsReset = false;
      return sent;
    },
    rest(idleMs) {
      socket.unref();
      socket.setTimeout(idleMs);
      socket.on('timeout', onIdle);
    },
    wake() {
      socket.ref();
      socket.setTimeout(0);
      socket.off('timeout', onIdle);
    },
    quit: () =>
      new Promise((resolve) => {
        socket.once('close', () => resolve());
        // QUIT keeps the process alive until it was answered.
        socket.ref();
        socket.setTimeout(quitMs);
        socket.on('timeout', onIdle);
        if (ended) resolve();
        else connection.quit();
      }),
    destroy,
    get ended() {
      return ended || socket.destroyed;
    },
    get isReusable() {
      return isReusable;
    },
  };
}

/** Nothing of the new message was sent: without RSET it needs another connection, whatever the reply. */
function rethrowAsLost(): never {
  throw Object.assign(new Error('RSET failed'), { code: 'ECONNECTION' });
}

/** A reply that ends the message. Where it ends the session as well (421), nodemailer closes the connection. */
function isRefusal(error: unknown): boolean {
  const { responseCode = 0 } = (error ?? {}) as Partial<SmtpReplyError>;
  return responseCode >= 400;
}

/** nodemailer goes on after any 2yz, and a server that is not reading a message takes its lines as commands. */
function requireGoAhead(reply: string): void {
  if (/^2/.test(reply))
    throw Object.assign(new Error('no 354 to DATA'), { code: 'EPROTOCOL', response: reply, command: 'DATA' });
}
