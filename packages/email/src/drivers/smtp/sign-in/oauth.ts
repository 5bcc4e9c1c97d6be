import { CredentialError } from '@org/core';
import type { SmtpMechanism } from './mechanisms.ts';

/** One reply of the server to a command of a sign-in. */
export interface SignInReply {
  readonly status: number;
}

/** What nodemailer gives to a sign-in that it does not know itself. */
export interface CustomSignIn {
  readonly auth: { readonly user: string; readonly pass: string };
  sendCommand(line: string): Promise<SignInReply>;
}

type CustomSignInHandler = (session: CustomSignIn) => Promise<void>;

interface Place {
  readonly host: string;
  readonly port: number;
}

type TokenMechanism = 'XOAUTH2' | 'OAUTHBEARER';

/**
 * nodemailer's name for a mechanism. Under its own name, nodemailer replaces XOAUTH2 by PLAIN and sends the
 * token as a password.
 */
export function nodemailerMethod(mechanism: SmtpMechanism): string {
  return mechanism === 'XOAUTH2' || mechanism === 'OAUTHBEARER' ? `TOKEN-${mechanism}` : mechanism;
}

/** The sign-ins with an OAuth 2 access token, for nodemailer. */
export function oauthSignIns(place: Place): Readonly<Record<`TOKEN-${TokenMechanism}`, CustomSignInHandler>> {
  return {
    // Google, "OAuth 2.0 Mechanism": an empty line asks for the reply that ends a refused sign-in.
    'TOKEN-XOAUTH2': (session) => signIn(session, 'XOAUTH2', convertToXoauth2(session.auth), ''),
    // RFC 7628, section 3.2.3: the client answers a refusal with 0x01.
    'TOKEN-OAUTHBEARER': (session) =>
      signIn(session, 'OAUTHBEARER', convertToOauthBearer(session.auth, place), 'AQ=='),
  };
}

async function signIn(
  { sendCommand }: CustomSignIn,
  mechanism: TokenMechanism,
  response: string,
  afterRefusal: string,
): Promise<void> {
  let reply = await sendCommand(`AUTH ${mechanism} ${response}`);
  if (reply.status === 334) reply = await sendCommand(afterRefusal);
  if (reply.status !== 235) throw new Error('Invalid login');
}

export function convertToXoauth2({ user, pass }: CustomSignIn['auth']): string {
  requireToken(pass);
  return base64(`user=${user}\u0001auth=Bearer ${pass}\u0001\u0001`);
}

/** RFC 7628, section 3.1. */
export function convertToOauthBearer({ user, pass }: CustomSignIn['auth'], { host, port }: Place): string {
  requireToken(pass);
  // RFC 5801, section 4: a name in the GS2 header.
  const name = user.replaceAll('=', '=3D').replaceAll(',', '=2C');
  return base64(`n,a=${name},\u0001host=${host}\u0001port=${port}\u0001auth=Bearer ${pass}\u0001\u0001`);
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** A character outside RFC 6750's alphabet would end the field. @throws CredentialError */
export function requireToken(token: string): void {
  if (/^[\w.~+/-]+=*$/.test(token)) return;
  throw new CredentialError({
    message: 'The access token is malformed: it has a space or another character that no token has.',
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
  });
}
