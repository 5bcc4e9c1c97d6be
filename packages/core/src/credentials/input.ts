import type { CredentialInput, CredentialSource } from './source.ts';
import { fromValue } from './value.ts';

/** What an option gives, or the fallback when it was left out. Explicit always wins, also when it is blank: then it is an error. @public */
export function credentialFrom(
  option: CredentialInput | undefined,
  fallback: CredentialSource,
): CredentialSource {
  return option === undefined ? fallback : sourceOf(option);
}

/** @internal */
export function sourceOf(input: CredentialInput): CredentialSource {
  return isCredentialSource(input) ? input : fromValue(input);
}

function isCredentialSource(value: CredentialInput): value is CredentialSource {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'load') === 'function';
}
