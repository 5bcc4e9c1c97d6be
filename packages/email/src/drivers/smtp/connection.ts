import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Runtime } from '@org/core';
import { type Conversation, createConversation } from './conversation.ts';
import { SmtpLink } from './link.ts';
import { createNodemailerConnection, type NodemailerConnection, requireVersion } from './nodemailer.ts';
import type { SmtpPhase } from './phase.ts';
import type { SmtpSettings } from './settings.ts';
import { requireSignIn } from './sign-in.ts';

export interface LinkRequest {
  readonly settings: SmtpSettings;
  readonly runtime: Runtime;
  readonly password: string | undefined;
  readonly signal: AbortSignal;
  readonly enter: (phase: SmtpPhase) => void;
}

/**
 * Connects, greets, secures and signs in, all within `connectTimeoutMs`. Rejects with the error of the failed
 * step, and leaves nothing open.
 */
export async function openSmtpLink(request: LinkRequest): Promise<SmtpLink> {
  const { settings, signal, runtime } = request;
  const { connectTimeoutMs } = settings;
  const socket = openSocket(settings);
  const cut = () => void socket.destroy();
  signal.addEventListener('abort', cut, { once: true });
  const timer = new AbortController();
  const timedOut = runtime.sleep(connectTimeoutMs, timer.signal).then(() => {
    throw Object.assign(new Error('connectTimeoutMs'), { code: 'ETIMEDOUT', limitMs: connectTimeoutMs });
  });
  try {
    return await Promise.race([openSession(request, socket), timedOut]);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    timer.abort('connected');
    signal.removeEventListener('abort', cut);
  }
}

async function openSession(request: LinkRequest, socket: Socket): Promise<SmtpLink> {
  const { settings, password, enter } = request;
  enter('connect');
  await connected(socket, settings);
  enter('greeting');
  const conversation = createConversation();
  const connection = createConnection(settings, socket, conversation);
  const link = new SmtpLink({ connection, socket, conversation });
  await link.run((done) => connection.connect(done));
  if (settings.user !== undefined && password !== undefined) {
    enter('auth');
    requireSignIn(link.extensions, connection);
    const auth = { user: settings.user, pass: password };
    await link.run((done) => connection.login(auth, done));
  }
  return link;
}

function createConnection(
  settings: SmtpSettings,
  socket: Socket,
  { logger }: Conversation,
): NodemailerConnection {
  const { host, port, secure, requireTls, clientName, connectTimeoutMs } = settings;
  const connection = createNodemailerConnection({
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
    logger,
  });
  requireVersion(connection.version);
  return connection;
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

/** Resolves when the connection is open and, with `secure`, its certificate was checked. */
function connected(socket: Socket, { secure }: SmtpSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = () => reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject);
      socket.off('close', closed);
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', closed);
  });
}
