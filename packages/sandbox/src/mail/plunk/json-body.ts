import { BadJson, type SandboxRequest } from '../../http/exchange.ts';
import { PlunkFailure } from './failure.ts';
import { isRecord } from './fields.ts';

/**
 * Reads the body as Plunk does: an object or array for a JSON content type, an empty object for an empty body
 * or another type.
 *
 * @throws {PlunkFailure} 400 for invalid JSON
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
