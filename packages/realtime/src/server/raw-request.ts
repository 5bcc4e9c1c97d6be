import type { RawRequest } from '@org/core';
import { optionsBag, wrongInput } from '../internal/wrong-input.ts';

const ours = /^(?:auth_.*|body_md5)$/i;

/**
 * Checks a request of the caller: its query must not contain the parameters of the signature. Names that
 * differ only in case would be one name in the signed text. Source: Pusher Channels HTTP API reference,
 * "Authentication".
 *
 * @throws InvalidInputError
 * @internal
 */
export function requireRequest(request: RawRequest): RawRequest {
  const { path, query } = optionsBag('request', request);
  if (typeof path !== 'string') throw wrongInput('path', "request needs a path, like '/channels'.");
  const names = new Set<string>();
  for (const name of Object.keys(optionsBag('query', query))) {
    if (ours.test(name))
      throw wrongInput(`query.${name}`, `${name} is set by the client, for the signature.`);
    const lower = name.toLowerCase();
    if (names.has(lower)) throw wrongInput(`query.${name}`, `query has ${name} twice, in another case.`);
    names.add(lower);
  }
  return request;
}
