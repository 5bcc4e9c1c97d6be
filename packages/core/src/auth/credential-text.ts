import { ConfigurationError, CredentialError } from '../errors/caller-errors.ts';

// Cc: control characters, line breaks among them. Cs: half of a surrogate pair, which no encoding can carry.
const unsendable = /[\p{Cc}\p{Cs}]/u;
const beyondLatin1 = /[^\p{ASCII}\u0080-\u00ff]/u;
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

// Names that the platform sets itself: a key placed there would be dropped, or change the framing of the request.
const reserved = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Refuses, without showing it, a credential that would break out of its place in a request. @internal */
export function assertSendable(credential: string | undefined): asserts credential is string {
  if (credential === undefined) {
    throw new CredentialError({ message: 'There is no credential: pass one in the options.' });
  }
  if (credential.trim() === '') throw new CredentialError({ message: 'The credential is blank.' });
  if (unsendable.test(credential)) {
    throw new CredentialError({
      message:
        'The credential has a line break or another control character in it: check how it was copied or stored.',
    });
  }
}

/** As {@link assertSendable}, for a place that carries latin-1 only. @internal */
export function assertHeaderSendable(credential: string | undefined): asserts credential is string {
  assertSendable(credential);
  if (beyondLatin1.test(credential)) {
    throw new CredentialError({
      message:
        'The credential has a character that a header cannot carry: check how it was copied or stored.',
    });
  }
}

/** The name in lower case. @internal */
export function parseHeaderName(name: string): string {
  if (typeof name !== 'string' || !token.test(name)) {
    throw new ConfigurationError({
      message: `${JSON.stringify(name)} is not a header name: use letters, digits and hyphens.`,
    });
  }
  const lower = name.toLowerCase();
  if (reserved.has(lower)) {
    throw new ConfigurationError({
      message: `The header ${JSON.stringify(name)} belongs to the connection and cannot carry a credential.`,
    });
  }
  return lower;
}

/** @internal */
export function parseScheme(scheme: string): string {
  if (typeof scheme !== 'string' || !token.test(scheme)) {
    throw new ConfigurationError({
      message: `${JSON.stringify(scheme)} is not an authentication scheme: use one word, like "Bearer".`,
    });
  }
  return scheme;
}

/** @internal */
export function parseQueryName(name: string): string {
  if (typeof name !== 'string' || name.trim() === '' || unsendable.test(name)) {
    throw new ConfigurationError({
      message: `${JSON.stringify(name)} is not a name of a query parameter.`,
    });
  }
  return name;
}
