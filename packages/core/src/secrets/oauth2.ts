import { noAuth } from '../auth/no-auth.ts';
import { createServiceClient, type ServiceClient } from '../client.ts';
import { cachedCredential } from '../credentials/cached.ts';
import type { CachedCredentialSource } from '../credentials/credential-cache.ts';
import { sourceOf } from '../credentials/input.ts';
import type { CredentialContext, CredentialInput } from '../credentials/source.ts';
import { credentialOf } from '../credentials/value.ts';
import { encodeBase64, utf8 } from '../encoding/encoding.ts';
import type { EngineOptions } from '../engine-options.ts';
import { CredentialError } from '../errors/caller-errors.ts';
import { isOrgError } from '../errors/org-error.ts';
import { sentences } from '../errors/sentences.ts';
import { wrongOption } from '../errors/wrong-option.ts';
import { guardBrowser } from '../http/browser-guard.ts';
import type { ServiceResponse } from '../http/response.ts';
import { engineOptionNames } from '../option-rules.ts';
import { meantOption } from '../options/meant-option.ts';
import { ownCopy, propertyOf } from '../options/own.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { requireText } from './require.ts';
import { isLasting } from './store-errors.ts';

const oauth2Names: OptionNames<OAuth2Options> = {
  ...engineOptionNames,
  tokenUrl: 0,
  clientId: 0,
  clientSecret: 0,
  scope: 0,
  fields: 0,
  clientAuth: 0,
  dangerouslyAllowHttp: 0,
};

/**
 * Options of `fromOAuth2ClientCredentials()`, plus those of every client, for the requests to the token
 * endpoint. @public
 */
export interface OAuth2Options extends EngineOptions {
  /** The token endpoint: `https://auth.acme.dev/oauth/token`. */
  readonly tokenUrl: string;
  readonly clientId: string;
  /** The secret, or its source: `fromFile('/run/secrets/acme')`. */
  readonly clientSecret: CredentialInput;
  /** Scopes; a list is joined with spaces. */
  readonly scope?: string | readonly string[] | undefined;
  /** Further fields of the form that the service asks for: `{ audience: 'https://api.acme.dev' }`. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /**
   * Where id and secret are sent: in the header `Authorization: Basic`, or as `client_id` and `client_secret`
   * in the form.
   *
   * @defaultValue 'basic'
   */
  readonly clientAuth?: 'basic' | 'form' | undefined;
  /** Allows a `tokenUrl` of plain `http` on another machine, which shows the secret to the network. */
  readonly dangerouslyAllowHttp?: boolean | undefined;
}

/** Without `expires_in`, a token is used for an hour, or until the service rejects it. */
const longestUseMs = 3_600_000;

/**
 * Access tokens of the OAuth 2 client credentials grant, for `bearerAuth()`. Concurrent calls share one
 * request. A token is renewed before it expires, and after a 401. While the endpoint fails, the last token is
 * used until it expires.
 *
 * Source: RFC 6749, sections 2.3.1, 4.4 and 5. @public
 *
 * @example
 * ```ts
 * const clientSecret = fromFile('/run/secrets/acme');
 * const credential = fromOAuth2ClientCredentials({ tokenUrl, clientId: 'my-app', clientSecret });
 * const acme = createServiceClient({ name: 'acme', baseUrl, auth: bearerAuth(), credential });
 * ```
 *
 * @throws ConfigurationError for a missing option, and for a `tokenUrl` that is not https (loopback and
 * `dangerouslyAllowHttp` excepted)
 */
export function fromOAuth2ClientCredentials(given: OAuth2Options): CachedCredentialSource {
  refuseUnknown(given, oauth2Names, 'fromOAuth2ClientCredentials()', meantOption);
  const { tokenUrl, clientId, clientSecret, scope, fields, clientAuth = 'basic', ...rest } = ownCopy(given);
  const { dangerouslyAllowHttp, ...engine } = rest;
  requireText('fromOAuth2ClientCredentials', 'tokenUrl', tokenUrl);
  requireText('fromOAuth2ClientCredentials', 'clientId', clientId);
  if (clientSecret === undefined)
    throw wrongOption('fromOAuth2ClientCredentials() needs clientSecret: a value or a source.');
  if (clientAuth !== 'basic' && clientAuth !== 'form')
    throw wrongOption('clientAuth must be "basic" or "form".');
  const form = {
    grant_type: 'client_credentials',
    ...(scope === undefined ? {} : { scope: [scope].flat().join(' ') }),
    ...ownCopy(fields ?? {}),
  };
  const secretSource = cachedCredential(sourceOf(clientSecret, 'clientSecret'));
  // Each request has the query. Source: RFC 6749, section 3.2.
  const [baseUrl = ''] = tokenUrl.split('?');
  const open = (secrets: readonly string[]) =>
    createServiceClient(
      { name: 'oauth2', baseUrl, auth: noAuth(), secrets, dangerouslyAllowHttp },
      // Shorter than the timeout of a credential load.
      { timeoutMs: 10_000, deadlineMs: 25_000, ...engine },
    );
  guardBrowser('oauth2', engine.dangerouslyAllowBrowser);
  open([]); // checks address and options now
  const description = `OAuth 2 token of ${new URL(tokenUrl).host}`;
  const source = {
    description,
    async load(context: CredentialContext) {
      const { runtime, signal } = context;
      const secret = await secretSource.load({ ...context, refused: undefined });
      if (secret === undefined)
        throw new CredentialError({
          message: `No client secret for the ${description}: set ${secretSource.description}.`,
        });
      const text = secret.secret.reveal();
      const basic = encodeBase64(utf8(`${encodeForm(clientId)}:${encodeForm(text)}`));
      const own =
        clientAuth === 'basic'
          ? { form, headers: { authorization: `Basic ${basic}` } }
          : { form: { ...form, client_id: clientId, client_secret: text } };
      const client = open([text, basic]);
      try {
        const response = await requestToken(client, tokenUrl, own, signal);
        return tokenIn(response, description, runtime.now());
      } catch (error) {
        signal?.throwIfAborted();
        if (CredentialError.isInstance(error)) throw error;
        const reason = isOrgError(error) ? error.message : '';
        const message = sentences(`The ${description} could not be requested.`, reason);
        throw new CredentialError({ message, cause: error, retryable: !isLasting(error) });
      } finally {
        await client.close();
      }
    },
  };
  return cachedCredential(source, { ttlMs: longestUseMs });
}

/** A request without effect that stays: it may be repeated. */
function requestToken(
  client: ServiceClient,
  tokenUrl: string,
  own: { readonly form: Record<string, string>; readonly headers?: Record<string, string> },
  signal: AbortSignal | undefined,
): Promise<ServiceResponse> {
  return client.request({ method: 'POST', path: tokenUrl, safety: 'idempotent', ...own }, { signal });
}

function tokenIn(response: ServiceResponse, description: string, nowMs: number) {
  const body = response.json();
  const token = propertyOf(body, 'access_token');
  if (typeof token !== 'string')
    throw new CredentialError({ message: `The response has no access_token: ${description}.` });
  // Seconds; some services send them as text.
  const seconds = Number(propertyOf(body, 'expires_in') ?? Number.NaN);
  return credentialOf(token, description, seconds > 0 ? new Date(nowMs + seconds * 1_000) : undefined);
}

/** As in a form, which RFC 6749 asks for before the Basic encoding. */
function encodeForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
