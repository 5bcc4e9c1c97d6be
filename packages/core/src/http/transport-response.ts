import { ConfigurationError } from '../errors/caller-errors.ts';
import { kindOf, wrongKind } from '../options/kind-of.ts';
import { buildServiceResponse, type ResponseHeaders, type ServiceResponse } from './response.ts';

/**
 * A response from its parts; text and JSON are made on first use. `body`: of a request that `isStreamed`, in
 * place of the bytes. A 205 has no bytes (RFC 9110 §15.3.6), which Node's and undici's parsers do not know.
 * @public
 *
 * @throws ConfigurationError for headers or content of another kind
 *
 * @example
 * const headers = new Headers({ 'content-type': 'application/json' });
 * const transport = async () => createServiceResponse(200, headers, utf8('{"id":1}'));
 * const client = createServiceClient(service, { transport });
 */
export function createServiceResponse(
  status: number,
  headers: ResponseHeaders,
  content: Uint8Array,
  body?: ReadableStream<Uint8Array>,
): ServiceResponse {
  if (typeof Object(headers).get !== 'function') throw wrongPart('headers', 'a Headers object', headers);
  // Of any realm, which `instanceof` would not be.
  if (kindOf(content) !== 'a Uint8Array') throw wrongPart('content', 'a Uint8Array', content);
  return buildServiceResponse(status, headers, content, body);
}

/** In a transport, the service may have acted by now. */
function wrongPart(name: string, must: string, value: unknown): ConfigurationError {
  const message = `${name} must be ${must}, not ${wrongKind(value)}.`;
  return new ConfigurationError({ message, outcome: 'unknown' });
}
