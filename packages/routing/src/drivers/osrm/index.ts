import type { RoutingDriver } from '../../driver.ts';
import { createOsrm } from './service/create-driver.ts';
import { openLater } from './service/open-later.ts';
import type { OsrmOptions } from './service/options.ts';
import type { OsrmCapabilitiesOf } from './service/options-types.ts';

export type { OsrmAttribute } from './attribute.ts';
export type {
  OsrmAvoidFeature,
  OsrmCapabilities,
  OsrmCaps,
  OsrmOptionSupport,
  OsrmService,
} from './capabilities.ts';
export type { OsrmLimitGroups, OsrmOptions, OsrmPaths } from './service/options.ts';

/** The driver that `osrm()` creates: profiles and features as in its options. @public */
export type OsrmDriver<Options extends OsrmOptions = OsrmOptions> = RoutingDriver<
  OsrmCapabilitiesOf<Options>
>;

/**
 * The driver of an OSRM server, and of hosts with the same API.
 *
 * Source: Project-OSRM/osrm-backend docs/http.md. @public
 *
 * @example
 * createRoutingClient({ driver: osrm({ baseUrl: 'http://localhost:5000' }) })
 * @throws ConfigurationError without a `baseUrl`
 */
export function osrm<const Options extends OsrmOptions>(
  options: Options = {} as Options,
): OsrmDriver<Options> {
  // The options decide the names of profiles and features; their types say the same as their values.
  return createOsrm(options, openLater) as unknown as OsrmDriver<Options>;
}
