import { requireArgument } from '../options/option-kinds.ts';
import { buildServiceResponse, type ResponseHeaders, type ServiceResponse } from './response.ts';

/**
 * A response from its parts; text and JSON are made on first use. `body`: of a request that `isStreamed`, in
 * place of the bytes. A 205 has no bytes (RFC 9110 §15.3.6), which Node's and undici's parsers do not know.
 * @public
 *
 * @throws InvalidInputError for headers or content of another kind
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
  requireArgument('headers', headers, [
    'a Headers object',
    (value) => typeof Object(value).get === 'function',
  ]);
  requireArgument('content', content, ['a Uint8Array', (value) => value instanceof Uint8Array]);
  return buildServiceResponse(status, headers, content, body);
}
