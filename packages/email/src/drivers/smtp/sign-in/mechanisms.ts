/** A way to sign in (RFC 4954): with a password, or with an OAuth 2 access token. @public */
export type SmtpMechanism = 'PLAIN' | 'LOGIN' | 'CRAM-MD5' | 'OAUTHBEARER' | 'XOAUTH2';

/** Each list begins with the preferred one. */
export const mechanisms = {
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
