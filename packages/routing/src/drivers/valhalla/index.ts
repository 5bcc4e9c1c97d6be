import { ConfigurationError, settingFromEnv } from '@org/core';
import { httpDriver } from '@org/core/driver';
import {
  type HttpRoutingOptions,
  httpRoutingService,
  type RequestCaps,
  type RoutingDriver,
} from '../../driver.ts';
import {
  type ValhallaEngineCapabilities,
  valhallaCaps,
  valhallaMethods,
  valhallaOptions,
  valhallaSplit,
} from './capabilities.ts';
import { profiles } from './costing.ts';
import { valhallaLimits } from './limits.ts';

export type { ValhallaEngineCapabilities, ValhallaOptionSupport } from './capabilities.ts';
export type { ValhallaAvoidFeature, ValhallaProfile } from './costing.ts';

/** The options of `valhalla()`. @public */
export interface ValhallaOptions extends HttpRoutingOptions {
  /**
   * The base URL of the server: `https://valhalla.example.com`, `http://localhost:8002`.
   *
   * @defaultValue the environment's `VALHALLA_BASE_URL`; with an `apiKey` or `auth` only if it is on this
   * machine
   */
  readonly baseUrl?: string | undefined;
  /** The largest request, if the operator changed Valhalla's defaults. */
  readonly caps?: Partial<RequestCaps> | undefined;
}

/** The capabilities of a Valhalla server, as a type. @public */
export interface ValhallaCapabilities extends ValhallaEngineCapabilities {
  readonly rawRequests: true;
}

/** The driver that `valhalla()` creates. @public */
export type ValhallaDriver = RoutingDriver<ValhallaCapabilities>;

/**
 * The driver of a Valhalla server.
 *
 * Source: valhalla/valhalla docs, "API". @public
 *
 * @example
 * createRoutingClient({ driver: valhalla({ baseUrl: 'http://localhost:8002' }) })
 * @throws ConfigurationError without a `baseUrl`
 */
export function valhalla(options: ValhallaOptions = {}): ValhallaDriver {
  const bare = options.apiKey === undefined && options.auth === undefined;
  const baseUrl = options.baseUrl ?? settingFromEnv('VALHALLA_BASE_URL', bare ? undefined : 'baseUrl');
  if (typeof baseUrl !== 'string' || baseUrl === '') {
    throw new ConfigurationError({
      message:
        "valhalla() needs the server's address: set VALHALLA_BASE_URL, " +
        "or pass it as in valhalla({ baseUrl: 'http://localhost:8002' }).",
    });
  }
  const limits = valhallaLimits(baseUrl);
  const service = httpRoutingService({ name: 'valhalla', baseUrl, limits }, options);
  return httpDriver({
    service,
    operations: async () => {
      const { operations, pageOperations, classify } = await import('./operations.ts');
      return { operations: bare && inPage() ? pageOperations : operations, classify };
    },
    capabilities: capabilitiesOf(options),
  });
}

/** In a browser, which sends preflight requests to other origins. */
function inPage(): boolean {
  return 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
}

function capabilitiesOf({ caps }: ValhallaOptions): ValhallaCapabilities {
  return {
    ...valhallaMethods,
    rawRequests: true,
    profiles,
    options: valhallaOptions,
    caps: { ...valhallaCaps, ...caps },
    split: valhallaSplit,
  };
}
