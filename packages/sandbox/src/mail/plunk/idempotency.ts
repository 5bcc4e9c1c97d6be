import type { SandboxResponse } from '../../http/exchange.ts';
import { PlunkFailure } from './failure.ts';

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
}

/** Runs each key once. */
export interface IdempotencyKeys {
  /**
   * Runs `perform` unless its key was used before. Plunk never replays a response: a second use gets a 409,
   * for any payload, also during the first. A 4xx frees the key, because nothing was done.
   *
   * @throws {PlunkFailure} 400 for an invalid key, 409 for a used one
   */
  once(request: KeyedRequest, perform: () => Promise<SandboxResponse>): Promise<SandboxResponse>;
}

interface Claim {
  readonly request: string;
  readonly at: number;
  /** `null` while the request runs. */
  statusCode: number | null;
}

const lifetimeMs = 24 * 60 * 60 * 1000;
const maxKeys = 100_000;

export function createIdempotencyKeys(now: () => number): IdempotencyKeys {
  const claims = new Map<string, Claim>();

  const forgetOld = (): void => {
    for (const [key, { at }] of claims) {
      if (claims.size < maxKeys && now() - at < lifetimeMs) break;
      claims.delete(key);
    }
  };

  return {
    once: async ({ method, path, key }, perform) => {
      if (key === undefined) return perform();
      if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
        throw new PlunkFailure(400, 'Idempotency-Key must be 1-255 printable ASCII characters', {
          code: 'BAD_REQUEST',
        });
      }
      forgetOld();
      const earlier = claims.get(key);
      if (earlier) throw reused(key, earlier);
      const claim: Claim = { request: `${method} ${path}`, at: now(), statusCode: null };
      claims.set(key, claim);
      const settle = (status: number): void => {
        if (status >= 400 && status < 500) claims.delete(key);
        else claim.statusCode = status;
      };
      try {
        const response = await perform();
        settle(response.status);
        return response;
      } catch (error) {
        settle(PlunkFailure.isInstance(error) ? error.status : 500);
        throw error;
      }
    },
  };
}

function reused(key: string, claim: Claim): PlunkFailure {
  return new PlunkFailure(409, `Idempotency-Key "${key}" has already been used`, {
    code: 'IDEMPOTENCY_KEY_REUSED',
    details: {
      key,
      originalRequest: claim.request,
      originalRequestAt: new Date(claim.at).toISOString(),
      originalStatusCode: claim.statusCode,
    },
  });
}
