import {
  type Auth,
  bearerAuth,
  type Constraint,
  type CredentialInput,
  noAuth,
  type ServiceDefinition,
} from '@org/core';
import { type OptionRule, optionKinds } from '@org/core/basics';
import type { RequestCaps } from '../model/engine/request-caps.ts';
import { routingProfiles } from '../model/travel/profiles.ts';
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

const caps: Readonly<Record<keyof RequestCaps, unknown>> = {
  waypoints: 0,
  waypointsWithOptions: 0,
  distanceMeters: 0,
  distanceWithAreasMeters: 0,
  alternatives: 0,
  isochroneLocations: 0,
  isochroneRanges: 0,
  matrixCells: 0,
  matrixPlaces: 0,
  snapPositions: 0,
  elevationPositions: 0,
  attributesPositions: 0,
  attributesMeters: 0,
  optimizeStops: 0,
  optimizeVehicles: 0,
};

const { fields, flag, list, number, text } = optionKinds;

/** The rules of common options, for a driver's table of names. The service checks `apiKey`. @public */
export const httpRoutingRules = {
  baseUrl: text,
  caps: /* @__PURE__ */ fields(/* @__PURE__ */ Object.keys({ ...caps, tripWaypoints: 0, tracePoints: 0 }), [
    'a number, or a table of numbers by profile, with one for "other"',
    (value) =>
      number[1](value) ||
      (fields([...routingProfiles, 'other'], number)[1](value) && number[1](Object(value).other)),
  ]),
  dangerouslyAllowHttp: flag,
  auth: ['what headerKey() gives', (value) => typeof Object(value).place === 'function'],
  limits: list,
} satisfies Readonly<Record<string, OptionRule>>;

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
