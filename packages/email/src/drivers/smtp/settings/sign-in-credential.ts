import { type CredentialInput, type CredentialSource, credentialFrom, fromEnv } from '@org/core';
import type { SmtpOptions } from './options.ts';
import type { SmtpSettings } from './settings.ts';

/** The source of the password or token, and the option that it stands for. */
export function signInCredential(
  { user, signIn, relay, region = '' }: SmtpSettings,
  { accessToken }: Pick<SmtpOptions, 'accessToken'>,
  password: CredentialInput | undefined,
): {
  readonly credential: CredentialSource | undefined;
  readonly credentialOption: 'password' | 'accessToken';
} {
  const isToken = signIn.kind === 'token';
  const credentialOption = isToken ? 'accessToken' : 'password';
  if (user === undefined) return { credential: undefined, credentialOption };
  if (isToken) {
    const own = relay?.signIn === 'token' ? relay.passwordVariables : [];
    const credential = credentialFrom(accessToken, fromEnv(...own, 'SMTP_ACCESS_TOKEN'), 'accessToken');
    return { credential, credentialOption };
  }
  const own = relay?.signIn === 'token' ? [] : (relay?.passwordVariables ?? []);
  const environment = relay?.passwordOf?.(region) ?? fromEnv(...own, 'SMTP_PASSWORD', 'EMAIL_SMTP_PASSWORD');
  return { credential: credentialFrom(password, environment, credentialOption), credentialOption };
}
