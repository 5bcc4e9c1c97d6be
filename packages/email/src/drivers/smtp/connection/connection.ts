import type { Socket } from 'node:net';
import type { Runtime } from '@org/core';
import { requirePeer } from '@org/core/basics';
import { nodemailerPeer } from '../nodemailer-peer.ts';
import type { SmtpPhase } from '../phase.ts';
import type { SmtpSettings } from '../settings/settings.ts';
import { chooseMechanism } from '../sign-in/choose-mechanism.ts';
import { nodemailerMethod, oauthSignIns } from '../sign-in/oauth.ts';
import { type Conversation, createConversation } from './conversation.ts';
import { SmtpLink } from './link.ts';
import { createNodemailerConnection, type NodemailerConnection } from './nodemailer.ts';
import { timedOut } from './silence.ts';
import { openSocket, tlsOptions } from './socket.ts';

export interface LinkRequest {
  readonly settings: SmtpSettings;
  readonly runtime: Runtime;
  readonly password: string | undefined;
  readonly proxyPassword: () => Promise<string | undefined>;
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
  // An own controller: the caller's signal keeps no listener when the connection is ready.
  const controller = new AbortController();
  const cut = () => controller.abort();
  signal.addEventListener('abort', cut, { once: true });
  if (signal.aborted) cut();
  const timer = new AbortController();
  const tooLate = runtime.sleep(connectTimeoutMs, timer.signal).then(() => {
    throw timedOut(connectTimeoutMs, 'connectTimeoutMs');
  });
  try {
    return await Promise.race([openSession(request, controller.signal), tooLate]);
  } catch (error) {
    controller.abort();
    throw error;
  } finally {
    timer.abort('connected');
    signal.removeEventListener('abort', cut);
  }
}

async function openSession(request: LinkRequest, signal: AbortSignal): Promise<SmtpLink> {
  const { settings, password, proxyPassword, enter } = request;
  enter('connect');
  const socket = await openSocket(settings, signal, proxyPassword);
  enter('greeting');
  const conversation = createConversation();
  const connection = createConnection(settings, socket, conversation);
  const link = new SmtpLink({ connection, socket, conversation });
  await link.run((done) => connection.connect(done));
  if (settings.user !== undefined && password !== undefined) {
    enter('auth');
    const method = nodemailerMethod(chooseMechanism(link.extensions, connection, settings.signIn));
    const user = settings.isUserPassword ? password : settings.user;
    await link.run((done) => connection.login({ user, pass: password, method }, done));
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
    customAuth: oauthSignIns(settings),
    ...(clientName === undefined ? {} : { name: clientName }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketCloseTimeout: 0,
    transactionLog: true,
    logger,
  });
  requirePeer(nodemailerPeer, connection.version);
  return connection;
}
