import { CredentialError } from '../errors/caller-errors.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { isToken, transportHeaders } from '../http/request.ts';

// All but control characters, line breaks among them, and halves of surrogate pairs, which no encoding can
// carry. As \p{Cc} and \p{Cs}, V8 would build tables of Unicode at every start of a program.
const unsendable = /[^ -~\xa0-\ud7ff\ue000-\u{10ffff}]/u;
const beyondLatin1 = /[^\p{ASCII}\u0080-\u00ff]/u;

/**
 * Rejects a credential that would break out of its place in a request, without showing it.
 *
 * @throws CredentialError
 */
export function assertSendable(credential: string | undefined): asserts credential is string {
  if (credential === undefined) {
    throw new CredentialError({ message: 'There is no credential: pass it as `credential` of the service.' });
  }
  if (credential.trim() === '') throw new CredentialError({ message: 'The credential is blank.' });
  if (unsendable.test(credential)) {
    throw new CredentialError({
      message:
        'The credential has a line break or another control character: check how it was copied or stored.',
    });
  }
}

/** Like {@link assertSendable}, for a place that carries only latin-1. */
export function assertHeaderSendable(credential: string | undefined): asserts credential is string {
  assertSendable(credential);
  if (beyondLatin1.test(credential)) {
    throw new CredentialError({
      message:
        'The credential has a character that a header cannot carry: check how it was copied or stored.',
    });
  }
}

/** Returns the name in lower case. @throws ConfigurationError */
export function parseHeaderName(name: string): string {
  if (!isToken(name)) {
    throw wrongOption(`${JSON.stringify(name)} is not a header name: use letters, digits and hyphens.`);
  }
  const lower = name.toLowerCase();
  // A key placed there would be dropped, or change the framing of the request.
  if (transportHeaders.has(lower) || lower === 'content-type') {
    throw wrongOption(
      `The header ${JSON.stringify(name)} belongs to the connection and cannot carry a credential.`,
    );
  }
  return lower;
}

export function parseScheme(scheme: string): string {
  if (!isToken(scheme)) {
    throw wrongOption(
      `${JSON.stringify(scheme)} is not an authentication scheme: use one word, like "Bearer".`,
    );
  }
  return scheme;
}

export function parseQueryName(name: string): string {
  if (typeof name !== 'string' || name.trim() === '' || unsendable.test(name)) {
    throw wrongOption(`${JSON.stringify(name)} is not a query name: it is blank or has control characters.`);
  }
  return name;
}
