import {
  type Auth,
  bearer,
  ConfigurationError,
  type Constraint,
  type CredentialInput,
  defineService,
  noAuth,
  settingFromEnv,
} from '@org/core';
import { httpDriver } from '@org/core/driver';
import type { RoutingDriver } from '../../driver.ts';
import { product } from '../../internal/product.ts';
import type { RequestCaps, RoutingCapabilities } from '../../model/capabilities.ts';
import { type ValhallaOptionSupport, valhallaCaps, valhallaOptions, valhallaSplit } from './capabilities.ts';
import { profiles, type ValhallaProfile } from './costing.ts';
import { valhallaLimits } from './limits.ts';

export type { ValhallaOptionSupport } from './capabilities.ts';
export type { ValhallaAvoidFeature, ValhallaProfile } from './costing.ts';

/** Which server, and how much it takes. @public */
export interface ValhallaOptions {
  /**
   * Where the service is: `https://valhalla.example.com`, `http://localhost:8002`.
   *
   * @defaultValue the environment's `VALHALLA_BASE_URL`; with an `apiKey` or `auth` only if that is on this
   * machine
   */
  readonly baseUrl?: string | undefined;
  /**
   * Plain `http` to a machine other than this one, key included if there is one. For a server inside a
   * network of your own (`http://valhalla:8002`), where nobody else listens.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** Valhalla itself asks for none; for one behind a gateway. */
  readonly apiKey?: CredentialInput | undefined;
  /** Where the key goes. @defaultValue `bearer()` with an `apiKey`, otherwise nothing */
  readonly auth?: Auth | undefined;
  /**
   * How often it may be asked, instead of the default; `[]` for as often as you like. @defaultValue 100 a
   * minute
   */
  readonly limits?: readonly Constraint[] | undefined;
  /** How much it takes in one request, where whoever runs it changed Valhalla's defaults. */
  readonly caps?: Partial<RequestCaps> | undefined;
}

/** What a Valhalla server can do, as a type. @public */
export interface ValhallaCapabilities extends RoutingCapabilities {
  readonly profiles: readonly ValhallaProfile[];
  readonly options: ValhallaOptionSupport;
  readonly directions: true;
  readonly isochrones: true;
  readonly matrix: true;
  readonly snap: true;
  readonly rawRequests: true;
}

/** What `valhalla()` makes. @public */
export type ValhallaDriver = RoutingDriver<ValhallaCapabilities>;

/**
 * A Valhalla server, by HTTP.
 *
 * Source: valhalla/valhalla docs, "API".
 *
 * @example
 * createRoutingClient({ driver: valhalla({ baseUrl: 'http://localhost:8002' }) })
 * @throws ConfigurationError without a `baseUrl`
 * @public
 */
export function valhalla(options: ValhallaOptions = {}): ValhallaDriver {
  const { apiKey } = options;
  const bare = apiKey === undefined && options.auth === undefined;
  const baseUrl = options.baseUrl ?? settingFromEnv('VALHALLA_BASE_URL', bare ? undefined : 'baseUrl');
  if (typeof baseUrl !== 'string' || baseUrl === '') {
    throw new ConfigurationError({
      message:
        "valhalla() needs the server's address: set VALHALLA_BASE_URL, " +
        "or pass it as in valhalla({ baseUrl: 'http://localhost:8002' }).",
    });
  }
  const service = defineService({
    name: 'valhalla',
    baseUrl,
    dangerouslyAllowHttp: options.dangerouslyAllowHttp,
    auth: options.auth ?? (apiKey === undefined ? noAuth() : bearer()),
    credential: apiKey,
    limits: options.limits ?? valhallaLimits(baseUrl),
    product,
    timeoutMs: 60_000,
  });
  return httpDriver({
    service,
    operations: async () => {
      const { operations, pageOperations, classify } = await import('./operations.ts');
      return { operations: bare && inPage() ? pageOperations : operations, classify };
    },
    capabilities: capabilitiesOf(options),
  });
}

/** Whether a browser decides what may be asked of other origins. */
function inPage(): boolean {
  return 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
}

function capabilitiesOf({ caps }: ValhallaOptions): ValhallaCapabilities {
  return {
    directions: true,
    isochrones: true,
    matrix: true,
    snap: true,
    rawRequests: true,
    profiles,
    options: valhallaOptions,
    caps: { ...valhallaCaps, ...caps },
    split: valhallaSplit,
  };
}
