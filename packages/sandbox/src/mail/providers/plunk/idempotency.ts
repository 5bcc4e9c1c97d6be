import { type MailStore, ownTable, Problem, type SandboxRequest, type SandboxResponse } from '../../kit.ts';
import { failure } from './failure.ts';

type KeyedRequest = Pick<SandboxRequest, 'method' | 'path' | 'headers'>;

/**
 * Runs each `Idempotency-Key` once. Plunk never replays a response: a second use gets a 409, for any payload,
 * also during the first. A 4xx frees the key, because nothing was done.
 *
 * @throws {Problem} 400 for an invalid key, 409 for a used one
 */
export type Once = (
  request: KeyedRequest,
  perform: () => Promise<SandboxResponse>,
) => Promise<SandboxResponse>;

const lifetimeMs = 24 * 60 * 60 * 1000;

export function createOnce(store: Pick<MailStore, 'entries' | 'now'>): Once {
  const { now } = store;
  const claims = ownTable<{ readonly request: string; readonly status: number | null }>(store, 'plunk keys');
  return async ({ method, path, headers }, perform) => {
    const key = headers['idempotency-key'];
    if (key === undefined) return perform();
    if (!/^[\x20-\x7e]{1,255}$/.test(key))
      throw failure(400, 'Idempotency-Key must be 1-255 printable ASCII characters', { code: 'BAD_REQUEST' });
    const earlier = claims.get(key);
    if (earlier && now() - earlier.createdAt < lifetimeMs) {
      const { request: originalRequest, createdAt, status: originalStatusCode } = earlier;
      const originalRequestAt = new Date(createdAt).toISOString();
      throw failure(409, `Idempotency-Key "${key}" has already been used`, {
        code: 'IDEMPOTENCY_KEY_REUSED',
        details: { key, originalRequest, originalRequestAt, originalStatusCode },
      });
    }
    claims.delete(key);
    claims.add({ request: `${method} ${path}`, status: null }, key);
    const settle = (status: number): void => {
      if (status >= 400 && status < 500) claims.delete(key);
      else claims.update(key, { status });
    };
    try {
      const response = await perform();
      settle(response.status);
      return response;
    } catch (error) {
      settle(Problem.isInstance(error) ? error.response.status : 500);
      throw error;
    }
  };
}
