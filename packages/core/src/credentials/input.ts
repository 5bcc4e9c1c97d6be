import { propertyOf } from '../options/own.ts';
import { CheckedSource, cacheBrand } from './checked.ts';
import { Secret } from './secret.ts';
import type { CredentialInput, CredentialSource } from './source.ts';
import { fromValue } from './value.ts';

/**
 * The source of an option, or `fallback` when the option is omitted. A blank option is an error, not a reason
 * to fall back. `name` is that of the option, for the error of a wrong kind of value. @public
 *
 * @example
 * const credential = credentialFrom(options.apiKey, fromEnv('ACME_API_KEY'));
 */
export function credentialFrom(
  option: CredentialInput | undefined,
  fallback: CredentialSource,
  name = 'apiKey',
): CredentialSource {
  return option === undefined ? fallback : sourceOf(option, name);
}

/** The source of an option. The results of a source of the program are checked. */
export function sourceOf(input: CredentialInput, name?: string): CredentialSource {
  if (!isCredentialSource(input)) return fromValue(input, name);
  const isChecked = input instanceof CheckedSource || propertyOf(input, cacheBrand) === true;
  return isChecked ? input : new CheckedSource(input);
}

export function givenText(input: CredentialInput | undefined): readonly string[] {
  const text = Secret.isInstance(input) ? input.reveal() : input;
  return typeof text === 'string' ? [text] : [];
}

function isCredentialSource(value: CredentialInput): value is CredentialSource {
  return typeof propertyOf(value, 'load') === 'function';
}
