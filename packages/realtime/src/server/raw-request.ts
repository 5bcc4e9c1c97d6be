import type { RawRequest } from '@org/core';
import { optionsBag, wrongInput } from '../internal/wrong-input.ts';

const ours = /^(?:auth_.*|body_md5)$/i;

/**
 * A request of the caller, whose query leaves the names of the signature alone. Names that differ only in
 * case would be one name in the signed text. Source: Pusher Channels HTTP API reference, "Authentication".
 *
 * @throws InvalidInputError
 * @internal
 */
export function requireRequest(request: RawRequest): RawRequest {
  const { path, query } = optionsBag('request', request);
  if (typeof path !== 'string') throw wrongInput('path', "request needs a path, like '/channels'.");
  const names = new Set<string>();
  for (const name of Object.keys(optionsBag('query', query))) {
    if (ours.test(name)) throw wrongInput(`query.${name}`, `The client sets ${name} itself, as it signs.`);
    const lower = name.toLowerCase();
    if (names.has(lower)) throw wrongInput(`query.${name}`, `query has ${name} twice, in another case.`);
    names.add(lower);
  }
  return request;
}
