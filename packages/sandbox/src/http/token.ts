import { createHash, randomBytes } from 'node:crypto';
import type { SandboxRequest, SandboxResponse } from './exchange.ts';
import { isSameSecret } from './secrets.ts';

/**
 * The token of a sandbox: the given one, else a new one where other machines can reach it.
 *
 * @throws {TypeError} for a token that a cookie and a URL cannot hold
 */
export function readToken(token: string | undefined, isOpen: boolean): string | undefined {
  if (token === undefined) return isOpen ? randomBytes(18).toString('base64url') : undefined;
  if (typeof token === 'string' && /^[\w.~-]{8,256}$/.test(token)) return token;
  throw new TypeError('token must have 8 to 256 letters, digits and the characters "-", "_", "." and "~".');
}

type TokenRequest = Pick<SandboxRequest, 'method' | 'path' | 'query' | 'headers'>;

/**
 * Answers a request that has not the token, and the one that brings it to a browser, with a cookie;
 * `undefined` lets a request through: without a token all, otherwise those with it.
 */
export function createTokenGate(
  token: string | undefined,
): (request: TokenRequest) => SandboxResponse | undefined {
  if (token === undefined) return () => undefined;
  // Cookies of one host are those of all its ports: two sandboxes have two names.
  const cookie = `sandbox_${createHash('sha256').update(token).digest('hex').slice(0, 12)}`;
  const isToken = (given: string | undefined): boolean => given !== undefined && isSameSecret(given, token);
  return ({ method, path, query, headers }) => {
    const given = query.get('token');
    if (path === '/' && method === 'GET' && given !== null && isToken(given))
      return {
        status: 303,
        headers: { location: '/', 'set-cookie': `${cookie}=${token}; Path=/; HttpOnly; SameSite=Strict` },
      };
    return isToken(readBearer(headers)) || isToken(readCookie(headers, cookie)) ? undefined : refusal;
  };
}

const refusal: SandboxResponse = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer realm="sandbox"' },
  json: {
    error:
      'The token is missing or wrong. The sandbox prints it at its start. In a browser, open ' +
      '/?token=<token>; a program sends "Authorization: Bearer <token>", or it as the password of Basic; ' +
      'commands read SANDBOX_TOKEN.',
  },
};

/** `Authorization: Bearer …`, or the password of Basic, as clients of Mailpit have a login. */
function readBearer({ authorization = '' }: TokenRequest['headers']): string | undefined {
  const [, scheme = '', value = ''] = /^(bearer|basic) (\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== 'basic') return value || undefined;
  const login = Buffer.from(value, 'base64').toString();
  return login.slice(login.indexOf(':') + 1);
}

function readCookie({ cookie = '' }: TokenRequest['headers'], name: string): string | undefined {
  const found = cookie.split(';').find((pair) => pair.trim().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1);
}
