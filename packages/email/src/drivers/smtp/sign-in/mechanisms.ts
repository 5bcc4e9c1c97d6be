import { AuthenticationError } from '@org/core';
import type { SmtpExtensions } from '../connection/conversation.ts';

/** A way to sign in (RFC 4954): with a password, or with an OAuth 2 access token. @public */
export type SmtpMechanism = 'PLAIN' | 'LOGIN' | 'CRAM-MD5' | 'OAUTHBEARER' | 'XOAUTH2';

/** Each list begins with the preferred one. */
const mechanisms = {
  password: ['PLAIN', 'LOGIN', 'CRAM-MD5'],
  token: ['OAUTHBEARER', 'XOAUTH2'],
} as const satisfies Record<string, readonly SmtpMechanism[]>;

/** What a sign-in proves itself with. */
export type SignInKind = keyof typeof mechanisms;

/** What the caller wants of a sign-in. */
export interface SignInWish {
  readonly kind: SignInKind;
  readonly mechanism?: SmtpMechanism | undefined;
}

/** The kind of a mechanism; `undefined` for one that smtp() does not know. */
export function kindOf(mechanism: unknown): SignInKind | undefined {
  const kinds = Object.entries(mechanisms) as [SignInKind, readonly unknown[]][];
  return kinds.find(([, names]) => names.includes(mechanism))?.[0];
}

export const allMechanisms: readonly SmtpMechanism[] = Object.values(mechanisms).flat();

/** @throws AuthenticationError when the server offers no such way to sign in */
export function chooseMechanism(
  extensions: SmtpExtensions,
  { secure, allowsAuth }: { readonly secure: boolean; readonly allowsAuth: boolean },
  { kind, mechanism }: SignInWish,
): SmtpMechanism {
  const wanted: readonly SmtpMechanism[] = mechanism === undefined ? mechanisms[kind] : [mechanism];
  const offered = extensions
    .get('AUTH')
    ?.toUpperCase()
    .split(/[\s=]+/);
  // A server that answers only HELO lists nothing.
  const isUnlisted = offered === undefined && allowsAuth && extensions.size === 0;
  const chosen = wanted.find((name) => isUnlisted || offered?.includes(name));
  if (chosen !== undefined) return chosen;
  throw new AuthenticationError({
    message: describeOffer(offered, extensions, secure, wanted),
    provider: 'smtp',
    operation: 'send',
    outcome: 'not-sent',
  });
}

function describeOffer(
  offered: readonly string[] | undefined,
  extensions: SmtpExtensions,
  secure: boolean,
  wanted: readonly SmtpMechanism[],
): string {
  if (offered !== undefined) {
    const canDo = allMechanisms.filter((name) => offered.includes(name));
    const advice = canDo.length === 0 ? '' : ` Set mechanism to ${canDo.join(' or ')}.`;
    return (
      `The mail server offers only ${offered.join(', ')} to sign in; ` +
      `smtp() can use ${wanted.join(', ')} here.${advice}`
    );
  }
  const remedy =
    !secure && extensions.has('STARTTLS')
      ? 'It may offer one over TLS: set requireTls: true.'
      : 'Leave out user and password if it needs none, or use the port for submission (587 or 465).';
  return `The mail server offers no sign-in (AUTH). ${remedy}`;
}
