import { ConfigurationError, settingFromEnv } from '@org/core';
import { type OptionNames, optionKinds, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import {
  type HttpRoutingOptions,
  httpRoutingRules,
  httpRoutingService,
  type RequestCaps,
  type RoutingDriver,
} from '../../../driver.ts';
import type { OpenService } from '../../../light/kit.ts';
import {
  methodsOf,
  type ValhallaEngineCapabilities,
  type ValhallaPaths,
  valhallaCaps,
  valhallaOptions,
  valhallaSplit,
} from '../capabilities.ts';
import { profiles } from '../costing.ts';
import type { ValhallaSettings } from './define-read.ts';
import { valhallaLimits } from './limits.ts';

const actions: readonly (keyof ValhallaPaths)[] = [
  'route',
  'optimized_route',
  'isochrone',
  'sources_to_targets',
  'locate',
  'height',
  'trace_route',
  'trace_attributes',
  'expansion',
  'status',
];

const valhallaNames: OptionNames<ValhallaHostOptions> = {
  baseUrl: httpRoutingRules.baseUrl,
  caps: httpRoutingRules.caps,
  paths: /* @__PURE__ */ optionKinds.fields(actions, optionKinds.text),
  minReachableNodes: 0,
  dangerouslyAllowHttp: httpRoutingRules.dangerouslyAllowHttp,
  apiKey: 0,
  auth: httpRoutingRules.auth,
  limits: httpRoutingRules.limits,
};

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
  /**
   * The number of crossings that a road must reach to be used for snapping, if a road that does is within the
   * snap radius. With 1, a place beside a road that leads nowhere stays there, and has no route.
   *
   * @defaultValue the server's own: 50 unless its operator changed it
   */
  readonly minReachableNodes?: number | undefined;
}

/** The options of `valhalla()` for a host with paths of its own. @public */
export interface ValhallaHostOptions<Paths extends ValhallaPaths = ValhallaPaths> extends ValhallaOptions {
  /**
   * The path of each service that the host has, by its name at Valhalla's own server:
   * `{ route: '/route/v1', sources_to_targets: '/matrix/v1' }`. The client has no method of another service.
   */
  readonly paths: Paths;
}

/** The capabilities of a Valhalla server, as a type. @public */
export interface ValhallaCapabilities extends ValhallaEngineCapabilities {
  readonly rawRequests: true;
}

/** The driver of both entries. @throws ConfigurationError */
export function createValhalla(
  options: ValhallaOptions & Partial<ValhallaHostOptions>,
  open: OpenService<ValhallaSettings>,
): RoutingDriver {
  refuseUnknown(options, valhallaNames, 'valhalla()', meantOption);
  const { minReachableNodes, paths } = options;
  const bare = options.apiKey === undefined && options.auth === undefined;
  const baseUrl = options.baseUrl ?? settingFromEnv('VALHALLA_BASE_URL', bare ? undefined : 'baseUrl');
  if (typeof baseUrl !== 'string' || baseUrl === '') {
    throw new ConfigurationError({
      message:
        "valhalla() needs the server's address: set VALHALLA_BASE_URL, " +
        "or pass it as in valhalla({ baseUrl: 'http://localhost:8002' }).",
    });
  }
  if (minReachableNodes !== undefined) requireReach(minReachableNodes);
  const limits = valhallaLimits(baseUrl);
  const service = httpRoutingService({ name: 'valhalla', baseUrl, limits }, options);
  const settings = { minReachableNodes, paths, inPage: bare && inPage() };
  return open(service, settings, capabilitiesOf(options));
}

function requireReach(nodes: number): void {
  // Source: valhalla/valhalla valhalla.json, service_limits.max_reachability.
  if (Number.isInteger(nodes) && nodes >= 0 && nodes <= 100) return;
  throw new ConfigurationError({ message: 'minReachableNodes must be a whole number from 0 to 100.' });
}

/** In a browser, which sends preflight requests to other origins. */
function inPage(): boolean {
  return 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
}

function capabilitiesOf({ caps, paths }: ValhallaOptions & Partial<ValhallaHostOptions>) {
  const optimizeOrder = paths === undefined || paths.optimized_route !== undefined;
  return {
    ...methodsOf(paths),
    rawRequests: true,
    profiles,
    options: { ...valhallaOptions, optimizeOrder },
    caps: { ...valhallaCaps, ...caps },
    split: valhallaSplit,
  } as const;
}
