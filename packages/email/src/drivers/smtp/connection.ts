import type { Socket } from 'node:net';
import type { Runtime } from '@org/core';
import { type Conversation, createConversation } from './conversation.ts';
import { createLink, type SmtpLink } from './link.ts';
import { type Nodemailer, type NodemailerConnection, requireVersion } from './nodemailer.ts';
import type { SmtpPhase } from './phase.ts';
import type { SmtpSettings } from './settings.ts';
import { requireSignIn } from './sign-in.ts';
import { connected, openSocket, tlsOptions } from './socket.ts';
import { createSteps } from './steps.ts';

export interface LinkRequest {
  readonly nodemailer: Nodemailer;
  readonly settings: SmtpSettings;
  readonly runtime: Runtime;
  readonly password: string | undefined;
  readonly signal: AbortSignal;
  readonly enter: (phase: SmtpPhase) => void;
}

/**
 * Connects, greets, secures and signs in, all within `connectTimeoutMs`. Rejects with the error of the step that failed, with nothing left
 * open.
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
  const connection = createConnection(request, socket, conversation);
  const steps = createSteps(connection);
  await steps((done) => connection.connect(done));
  if (settings.user !== undefined && password !== undefined) {
    enter('auth');
    requireSignIn(conversation.extensions(), connection);
    const auth = { user: settings.user, pass: password };
    await steps((done) => connection.login(auth, done));
  }
  return createLink({ connection, socket, steps, conversation });
}

function createConnection(
  { nodemailer, settings }: LinkRequest,
  socket: Socket,
  { logger }: Conversation,
): NodemailerConnection {
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
    logger,
  });
  requireVersion(connection.version);
  return connection;
}
