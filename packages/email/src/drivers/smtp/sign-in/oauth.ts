import { CredentialError } from '@org/core';

/** Who signs in, and where. */
export interface Account {
  readonly user: string;
  /** Or the access token. */
  readonly password: string;
  readonly place: { readonly host: string; readonly port: number };
}

export function convertToXoauth2({ user, password }: Account): string {
  requireToken(password);
  return base64(`user=${user}\u0001auth=Bearer ${password}\u0001\u0001`);
}

/** RFC 7628, section 3.1. */
export function convertToOauthBearer({ user, password, place }: Account): string {
  const { host, port } = place;
  requireToken(password);
  // RFC 5801, section 4: a name in the GS2 header.
  const name = user.replaceAll('=', '=3D').replaceAll(',', '=2C');
  return base64(`n,a=${name},\u0001host=${host}\u0001port=${port}\u0001auth=Bearer ${password}\u0001\u0001`);
}

export function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** A character outside RFC 6750's alphabet would end the field. @throws CredentialError */
function requireToken(token: string): void {
  if (/^[\w.~+/-]+=*$/.test(token)) return;
  throw new CredentialError({
    message: 'The access token is malformed: it has a space or another character that no token has.',
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
  });
}
