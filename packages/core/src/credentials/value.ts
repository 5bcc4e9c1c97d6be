import { CredentialError } from '../errors/caller-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { secretKindOf } from '../options/kind-of.ts';
import { Secret } from './secret.ts';
import type { Credential, CredentialSource } from './source.ts';

/**
 * A credential that the program already has, used unchanged. A blank value is rejected at the first call, not
 * here: a build without secrets can construct its clients. @public
 *
 * @throws ConfigurationError when it is neither a string nor a `Secret`
 */
export function fromValue(value: string | Secret, name = 'A credential'): CredentialSource {
  if (typeof value !== 'string' && !Secret.isInstance(value)) {
    const kind = secretKindOf(value);
    throw wrongOption(`${name} must be a string, a Secret or a credential source, not ${kind}.`);
  }
  const secret = typeof value === 'string' ? new Secret(value) : value;
  return {
    description: 'the value in the options',
    load: async () => credentialOf(secret.reveal(), 'the value in the options'),
  };
}

/** Makes a credential of a source's value. A blank value is an error. */
export function credentialOf(value: string, source: string, expiresAt?: Date): Credential {
  if (typeof value !== 'string' || value.trim() === '') {
    throw new CredentialError({
      message: `The credential is blank: ${source}. Set it to the key, or remove it.`,
    });
  }
  const secret = new Secret(value);
  return expiresAt === undefined ? { secret, source } : { secret, source, expiresAt };
}
