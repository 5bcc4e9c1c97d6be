import { ConfigurationError } from '@org/core';
import { directionsCall, lightDriver, matrixCall, routingPart, snapCall } from '../../light/kit.ts';
import type { LightDriver } from '../../light/names.ts';
import { classify } from './errors.ts';
import { directionsOf, matrixOf, snapOf } from './operations.ts';
import { createOsrm } from './service/create-driver.ts';
import type { OsrmOptions } from './service/options.ts';
import type { OsrmCapabilitiesOf } from './service/options-types.ts';

export {
  createRoutingClient,
  type LightCapabilities,
  type LightDriver,
  type LightRoutingClient,
  type LightRoutingClientOptions,
  type RoutingPart,
} from '../../light/names.ts';
export type { OsrmCapabilities } from './capabilities.ts';
export type { OsrmOptions } from './service/options.ts';
export type { OsrmCapabilitiesOf } from './service/options-types.ts';

const entry = 'osrm';
const light = {
  entry,
  partNames: ['matrix', 'snap'],
  base: [/* @__PURE__ */ routingPart(entry, directionsCall, { directions: directionsOf, snap: snapOf })],
  readers: { classify },
} as const;

/** The options of `osrm()` of this entry. @public */
export interface LightOsrmOptions extends OsrmOptions {
  /** Whether the host writes the instructions. @defaultValue false */
  readonly instructions?: boolean | undefined;
}

/**
 * `osrm()` of the full entry, for `createRoutingClient` of this one. @public
 *
 * @example
 * const routing = createRoutingClient({ driver: osrm({ baseUrl: 'http://localhost:5000' }) });
 * @throws ConfigurationError without a `baseUrl`, and for instructions that a package writes
 */
export function osrm<const Options extends LightOsrmOptions>(
  options: Options = {} as Options,
): LightDriver<OsrmCapabilitiesOf<Options>, 'osrm'> {
  if ((options as OsrmOptions | null)?.instructions === 'osrm-text-instructions') throw noPackage();
  return lightDriver(light, (open) => createOsrm(options, open));
}

// A light entry loads nothing later.
function noPackage(): ConfigurationError {
  const message =
    "instructions: 'osrm-text-instructions' needs the full entry: import osrm from '@org/routing/osrm' and " +
    "createRoutingClient from '@org/routing'.";
  return new ConfigurationError({ message });
}

/** Matrices: `createRoutingClient({ driver, use: matrix })`. @public */
export const matrix = /* @__PURE__ */ routingPart(entry, matrixCall, { matrix: matrixOf });

/** Snapping: `createRoutingClient({ driver, use: snap })`. @public */
export const snap = /* @__PURE__ */ routingPart(entry, snapCall, { snap: snapOf });
