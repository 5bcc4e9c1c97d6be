import type { Runtime } from '@org/core';
import type { SmtpError } from '../connection/smtp-error.ts';
import type { SignInKind } from './mechanisms.ts';

/** The advice when the server wants a sign-in or refuses it (RFC 4954, section 6). */
export function describeRefusal(
  status: number,
  words: string,
  {
    user,
    signIn = 'password',
  }: { readonly user?: string | undefined; readonly signIn?: SignInKind | undefined },
): string {
  if (status === 538 || (status < 534 && /\b(?:start)?tls\b|\bssl\b|\bencryption\b/i.test(words)))
    return 'The server wants TLS before the sign-in: set secure: true for port 465, else requireTls: true.';
  if (status === 432) return 'The server asks to change the password first.';
  if (user === undefined) return 'The server wants a sign-in: pass user and password to smtp().';
  if (signIn === 'token')
    return 'The server did not accept the access token: check its account, its scope and its expiry.';
  if (status === 534)
    return 'The server refuses this way to sign in: it may need an app password, made for one program.';
  return 'The server did not accept user and password: check both.';
}

/** Did the server refuse user and password? */
export function isRefusedSignIn(error: unknown): error is SmtpError {
  const { code, responseCode = 0 } = (error ?? {}) as Partial<SmtpError>;
  return code === 'EAUTH' && responseCode >= 500;
}

/** The pause of a refused password: servers lock accounts after a number of failed sign-ins. */
const refusedForMs = 60_000;

export const refusedNote = 'These credentials are not tried again for 60 s.';

/** Prevents a wrong password from being tried by every mail. */
export interface SignInGuard {
  open<Link>(password: string | undefined, open: () => Promise<Link>): Promise<Link>;
}

/** Until a password is known to work, one connection tries it. A refused password pauses for a while. */
export function createSignInGuard(runtime: Runtime): SignInGuard {
  let accepted: string | undefined;
  let trial: Promise<unknown> | undefined;
  let refused: { readonly password: string; readonly error: unknown; readonly untilMs: number } | undefined;

  const requireUntried = (password: string) => {
    if (refused?.password === password && runtime.monotonic() < refused.untilMs) throw refused.error;
  };
  const attempt = async <Link>(password: string, open: () => Promise<Link>): Promise<Link> => {
    try {
      const link = await open();
      accepted = password;
      return link;
    } catch (error) {
      if (isRefusedSignIn(error)) {
        accepted = undefined;
        refused = { password, error, untilMs: runtime.monotonic() + refusedForMs };
      }
      throw error;
    }
  };
  return {
    async open(password, open) {
      if (password === undefined) return open();
      requireUntried(password);
      // A trial may end without a reply about the password: then the next waiter tries it, alone again.
      while (trial !== undefined && accepted !== password) {
        await trial.catch(() => {});
        requireUntried(password);
      }
      if (accepted === password) return attempt(password, open);
      const first = attempt(password, open);
      trial = first;
      try {
        return await first;
      } finally {
        trial = undefined;
      }
    },
  };
}
