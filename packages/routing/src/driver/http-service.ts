import {
  type Auth,
  bearerAuth,
  type Constraint,
  type CredentialInput,
  noAuth,
  type ServiceDefinition,
} from '@org/core';
import { userAgentProduct } from '../wire/product.ts';
import { withoutCoordinates } from '../wire/redact.ts';

/** The options that every driver of an HTTP server has. @public */
export interface HttpRoutingOptions {
  /**
   * Allows plain `http` to another machine, which sends the key unencrypted. For a server inside your own
   * network (`http://valhalla:8002`).
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** The key of a gateway before the server. The engine itself needs none. */
  readonly apiKey?: CredentialInput | undefined;
  /**
   * The place of the key: `queryKey('access_token')`, `headerKey('x-api-key')`.
   *
   * @defaultValue `bearerAuth()` with an `apiKey`, otherwise `noAuth()`
   */
  readonly auth?: Auth | undefined;
  /**
   * The limits of the server; `[]` for none.
   *
   * @defaultValue 100 requests a minute; what a public server allows
   */
  readonly limits?: readonly Constraint[] | undefined;
}

/**
 * The service of an HTTP driver: its definition, with the options of the program. Errors have no coordinates.
 * @public
 */
export function httpRoutingService(
  definition: Omit<ServiceDefinition, 'auth' | 'product'> & { readonly auth?: Auth },
  { dangerouslyAllowHttp, apiKey, auth, limits = definition.limits }: HttpRoutingOptions,
): ServiceDefinition {
  return {
    redact: withoutCoordinates,
    timeoutMs: 60_000,
    credential: apiKey,
    ...definition,
    dangerouslyAllowHttp,
    auth: auth ?? definition.auth ?? (apiKey === undefined ? noAuth() : bearerAuth()),
    limits,
    product: userAgentProduct,
  };
}
