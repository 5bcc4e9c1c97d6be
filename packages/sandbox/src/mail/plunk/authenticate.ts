import type { SandboxRequest } from '../../http/exchange.ts';
import { isSameSecret } from '../secrets.ts';
import { PlunkFailure } from './failure.ts';

/** The keys of the project. */
export interface PlunkKeys {
  /** `sk_…`, for all endpoints but tracking. */
  readonly secret: string;
  /** `pk_…`: for tracking only. */
  readonly public: string;
  /** Accepts only these two. */
  readonly isStrict: boolean;
}

/** Checks that a request has the key for its path. @throws {PlunkFailure} 401 */
export function authenticate(request: SandboxRequest, keys: PlunkKeys): void {
  const header = request.headers['authorization'];
  if (header === undefined)
    throw new PlunkFailure(401, 'Authorization header is missing', { code: 'MISSING_AUTH' });
  const [scheme, key, ...rest] = header.split(' ');
  if (scheme !== 'Bearer' || !key || rest.length > 0) {
    throw new PlunkFailure(401, 'Authorization header must be "Bearer" and a key', {
      code: 'INVALID_CREDENTIALS',
    });
  }
  if (!keys.isStrict) return;
  const expected = request.path === '/v1/track' ? keys.public : keys.secret;
  if (!isSameSecret(key, expected))
    throw new PlunkFailure(401, 'Invalid API key', { code: 'INVALID_API_KEY' });
}
