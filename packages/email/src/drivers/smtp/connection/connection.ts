import { isIPv4 } from 'node:net';
import { hostname } from 'node:os';
import type { Runtime } from '@org/core';
import type { SmtpPhase } from '../phase.ts';
import type { OpenTunnel } from '../settings/code.ts';
import type { SmtpSettings } from '../settings/settings.ts';
import { chooseMechanism } from '../sign-in/choose-mechanism.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { readExtensions, type SmtpExtensions } from './extensions.ts';
import { SmtpLink } from './link.ts';
import { SmtpSession } from './session.ts';
import { timedOut } from './silence.ts';
import { SmtpError, unwanted } from './smtp-error.ts';
import { openSocket, tlsOptions } from './socket.ts';

export interface LinkRequest {
  readonly settings: SmtpSettings;
  readonly runtime: Runtime;
  readonly password: string | undefined;
  readonly openTunnel: OpenTunnel | undefined;
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
    return await Promise.race([openLink(request, controller.signal), tooLate]);
  } catch (error) {
    controller.abort();
    throw error;
  } finally {
    timer.abort('connected');
    signal.removeEventListener('abort', cut);
  }
}

async function openLink(request: LinkRequest, signal: AbortSignal): Promise<SmtpLink> {
  const { settings, password, openTunnel, enter } = request;
  enter('connect');
  const socket = await openSocket(settings, signal, openTunnel);
  enter('greeting');
  const session = new SmtpSession(socket, settings.secure);
  const greeting = await session.next();
  if (greeting.status !== 220) throw unwanted(greeting, 'CONN');
  let extensions = await greet(session, settings);
  if (settings.requireTls && !settings.secure) {
    await startTls(session, settings, signal);
    extensions = await greet(session, settings);
  }
  if (settings.user !== undefined && password !== undefined) {
    enter('auth');
    const mechanism = chooseMechanism(extensions, session.isSecure, settings.signIn);
    const user = settings.isUserPassword ? password : settings.user;
    await signIn(session, mechanism, { user, password, place: settings });
  }
  return new SmtpLink(session, extensions ?? new Map());
}

/** EHLO; HELO for a server of the past, which lists no extensions: `undefined`. */
async function greet(session: SmtpSession, settings: SmtpSettings): Promise<SmtpExtensions | undefined> {
  const name = settings.clientName ?? ownName();
  const reply = await session.command(`EHLO ${name}`);
  if (reply.status === 250) return readExtensions(reply.text);
  if (reply.status === 421) throw unwanted(reply, 'EHLO');
  if (settings.requireTls && !session.isSecure)
    throw new SmtpError('no STARTTLS with HELO', {
      code: 'ETLS',
      response: reply.text,
      responseCode: reply.status,
    });
  const old = await session.command(`HELO ${name}`);
  if (old.status !== 250) throw unwanted(old, 'HELO');
  return undefined;
}

/** RFC 5321, section 4.1.3: a machine without a full name has an address. */
function ownName(): string {
  let name = '';
  try {
    name = hostname();
  } catch {
    // Deno without `--allow-sys`.
  }
  if (isIPv4(name)) return `[${name}]`;
  return /^[\w-]+(?:\.[\w-]+)+$/.test(name) ? name : '[127.0.0.1]';
}

async function startTls(session: SmtpSession, settings: SmtpSettings, signal: AbortSignal): Promise<void> {
  const reply = await session.command('STARTTLS');
  if (reply.status !== 220) throw unwanted(reply, 'STARTTLS', { code: 'ETLS' });
  await session.secure(tlsOptions(settings), signal);
}
