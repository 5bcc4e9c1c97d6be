import { BadJson, type SandboxRequest } from '../../http/exchange.ts';
import { PlunkFailure } from './failure.ts';
import { isRecord } from './fields.ts';

/**
 * The body as Plunk's server reads it: an object or array if the content type is JSON, an empty object if the
 * body is empty or of another type.
 *
 * @throws {PlunkFailure} 400 when it is broken
 */
export function readJsonBody(request: SandboxRequest): unknown {
  const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
  if (!isJson || request.bytes.byteLength === 0) return {};
  try {
    const body = request.json();
    if (typeof body === 'object' && body !== null) return body;
  } catch (error) {
    if (!BadJson.isInstance(error)) throw error;
  }
  throw new PlunkFailure(400, 'Invalid JSON in request body', { code: 'VALIDATION_ERROR' });
}

/** {@link readJsonBody}, as a set of fields. */
export function readFields(request: SandboxRequest): Readonly<Record<string, unknown>> {
  const body = readJsonBody(request);
  return isRecord(body) ? body : {};
}
