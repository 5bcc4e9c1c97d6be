import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import {
  type Nodemailer,
  type NodemailerConnection,
  type NodemailerLogger,
  type NodemailerSent,
  requireVersion,
} from './nodemailer.ts';
import type { SmtpPhase } from './phase.ts';
import type { SmtpSettings } from './settings.ts';

/** One connection to the relay, signed in and ready. */
export interface SmtpLink {
  /** Does the server announce this extension (`SMTPUTF8`)? */
  offers(extension: string): boolean;
  /** Hands over one message; `enter` hears how far it came. Rejects with nodemailer's error. */
  transmit(
    envelope: SmtpEnvelope,
    message: Uint8Array,
    enter: (phase: SmtpPhase) => void,
  ): Promise<NodemailerSent>;
  /** Between two messages: does not keep the process alive, and ends after `idleMs`. */
  rest(idleMs: number): void;
  wake(): void;
  /** Says goodbye and closes. */
  quit(): Promise<void>;
  /** Cuts the connection at once. */
  destroy(): void;
  readonly ended: boolean;
}

export interface SmtpEnvelope {
  readonly from: string;
  readonly to: readonly string[];
}

export interface LinkRequest {
  readonly nodemailer: Nodemailer;
  readonly settings: SmtpSettings;
  readonly password: string | undefined;
  readonly signal: AbortSignal;
  readonly enter: (phase: SmtpPhase) => void;
}

/** Connects, greets, secures and signs in. Rejects with the error of the step that failed, with nothing left open. */
export async function openSmtpLink(request: LinkRequest): Promise<SmtpLink> {
  const { settings, signal, password, enter } = request;
  enter('connect');
  const socket = openSocket(settings);
  const cut = () => void socket.destroy();
  signal.addEventListener('abort', cut, { once: true });
  try {
    await connected(socket, settings);
    enter('greeting');
    const extensions = { text: '' };
    const connection = createConnection(request, socket, extensions);
    const steps = createSteps(connection);
    await steps((done) => connection.connect(done));
    if (settings.user !== undefined && password !== undefined) {
      enter('auth');
      if (!connection.allowsAuth)
        throw Object.assign(new Error('no AUTH'), {
          response: '503 The server offers no sign-in (AUTH)',
          responseCode: 503,
        });
      const auth = { user: settings.user, pass: password };
      await steps((done) => connection.login(auth, done));
    }
    return createLink(connection, socket, steps, extensions.text);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

function openSocket(settings: SmtpSettings): Socket {
  const { host, port } = settings;
  return settings.secure ? connectTls({ host, port, ...tlsOptions(settings) }) : connectPlain({ host, port });
}

function tlsOptions({ host, tls }: SmtpSettings): Record<string, unknown> {
  const { ca, servername = isIP(host) === 0 ? host : undefined, minVersion = 'TLSv1.2' } = tls;
  return {
    minVersion,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(servername === undefined ? {} : { servername }),
  };
}

function connected(socket: Socket, { secure, connectTimeoutMs }: SmtpSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }));
    socket.setTimeout(connectTimeoutMs, late);
    const closed = () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.setTimeout(0).off('timeout', late);
      socket.off('error', reject);
      socket.off('close', closed);
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', closed);
  });
}

function createConnection(
  request: LinkRequest,
  socket: Socket,
  extensions: { text: string },
): NodemailerConnection {
  const { nodemailer, settings } = request;
  const { host, port, secure, requireTls, clientName, connectTimeoutMs } = settings;
  const connection = new nodemailer.SMTPConnection({
    connection: socket,
    host,
    port,
    secure,
    secured: secure,
    requireTLS: requireTls && !secure,
    ignoreTLS: !requireTls,
    tls: tlsOptions(settings),
    ...(clientName === undefined ? {} : { name: clientName }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketCloseTimeout: 0,
    transactionLog: true,
    logger: listenForExtensions(extensions),
  });
  requireVersion(connection.version);
  return connection;
}

/** Keeps the server's last answer to EHLO: nodemailer does not stop a mailbox that the server cannot name. Everything else is thrown away. */
function listenForExtensions(extensions: { text: string }): NodemailerLogger {
  let asked = false;
  const ignore = () => {};
  return {
    trace: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
    fatal: ignore,
    debug({ tnx }, message) {
      if (tnx === 'client') asked = /^EHLO /i.test(message);
      else if (tnx === 'server' && asked) extensions.text = message;
    },
  };
}

/** Runs the steps of a conversation, one at a time: a step ends with its callback, or with whatever ends the connection before that. */
type Steps = <Value>(
  start: (done: (error?: Error | null, value?: Value) => void) => void,
) => Promise<Value | undefined>;

function createSteps(connection: NodemailerConnection): Steps {
  let fail: ((error: Error) => void) | undefined;
  // One listener for the life of the connection: also an error between two messages must find somebody who listens.
  connection.on('error', (error) => fail?.(error));
  // The reason, where there is one, follows in the same turn.
  connection.once('end', () =>
    queueMicrotask(() => fail?.(Object.assign(new Error('closed'), { code: 'ECONNECTION' }))),
  );
  return (start) =>
    new Promise((resolve, reject) => {
      fail = reject;
      start((error, value) => {
        if (error) reject(error);
        else resolve(value);
      });
    });
}

const chunkBytes = 64 * 1024;

function createLink(
  connection: NodemailerConnection,
  socket: Socket,
  steps: Steps,
  extensions: string,
): SmtpLink {
  let ended = false;
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
    offers: (extension) => new RegExp(`^\\d{3}[ -]${extension}\\b`, 'im').test(extensions),
    async transmit({ from, to }, message, enter) {
      enter('envelope');
      let isComplete = false;
      const chunks = function* () {
        enter('data');
        for (let at = 0; at < message.length; at += chunkBytes) yield message.subarray(at, at + chunkBytes);
        isComplete = true;
        enter('final');
      };
      const source = Readable.from(chunks(), { objectMode: false });
      const envelope = { from, to: [...to], size: message.length };
      const sent = await steps<NodemailerSent>((done) => connection.send(envelope, source, done));
      // A server that agrees before it has seen the end has not read what it agrees to.
      if (sent === undefined || !isComplete)
        throw Object.assign(new Error('early reply'), { code: 'EPROTOCOL' });
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
        // Whoever waits for the goodbye keeps the process alive until it is said.
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
  };
}

/** How long a goodbye may take. */
const quitMs = 50;
