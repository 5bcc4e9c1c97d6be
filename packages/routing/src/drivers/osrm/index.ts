import { type OptionNames, refuseUnknown, wordOption } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import type { Profile, RoutingDriver } from '../../driver.ts';
import type { OsrmAttribute } from './attribute.ts';
import type { OsrmAvoidFeature, OsrmCapabilities, OsrmService } from './capabilities.ts';
import { createOsrmDriver } from './create-driver.ts';
import type { OsrmOptions } from './options.ts';

const osrmNames: OptionNames<OsrmOptions> = {
  baseUrl: 0,
  profiles: 0,
  avoid: 0,
  attributes: 0,
  paths: 0,
  instructions: 0,
  post: 0,
  maxUrlLength: 0,
  limitGroups: 0,
  caps: 0,
  dangerouslyAllowHttp: 0,
  apiKey: 0,
  auth: 0,
  limits: 0,
};

export type { OsrmAttribute } from './attribute.ts';
export type {
  OsrmAvoidFeature,
  OsrmCapabilities,
  OsrmCaps,
  OsrmOptionSupport,
  OsrmService,
} from './capabilities.ts';
export type { OsrmLimitGroups, OsrmOptions, OsrmPaths } from './options.ts';

type ProfileOfOptions<Options extends OsrmOptions> = Options extends {
  readonly profiles: infer Given extends object;
}
  ? NamesOf<Given>
  : Options extends { readonly baseUrl: infer Given extends object }
    ? NamesOf<Given>
    : 'driving';

type NamesOf<Given> = Extract<Given extends readonly (infer Name)[] ? Name : keyof Given, Profile>;

type FeatureOfOptions<Options extends OsrmOptions> = Options extends {
  readonly avoid: readonly (infer Feature extends OsrmAvoidFeature)[];
}
  ? Feature
  : never;

type AttributeOfOptions<Options extends OsrmOptions> = Options extends {
  readonly attributes: readonly (infer Attribute extends OsrmAttribute)[];
}
  ? Attribute
  : 'averageSpeed';

/** The services with a path; all without `paths`. */
type ServiceOfOptions<Options extends OsrmOptions> = Options extends {
  readonly paths: infer Paths extends object;
}
  ? Extract<keyof Paths, OsrmService>
  : OsrmService;

/** The driver that `osrm()` creates: profiles and features as in its options. @public */
export type OsrmDriver<Options extends OsrmOptions = OsrmOptions> = RoutingDriver<
  OsrmCapabilities<
    ProfileOfOptions<Options>,
    FeatureOfOptions<Options>,
    'nearest' extends ServiceOfOptions<Options> ? true : false,
    AttributeOfOptions<Options>,
    ServiceOfOptions<Options>
  >
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
  refuseUnknown(options, osrmNames, 'osrm()', meantOption);
  const writers = [true, false, 'osrm-text-instructions'] as const;
  wordOption('osrm(): instructions', options.instructions, writers, false);
  // The options decide the names of profiles and features; their types say the same as their values.
  return createOsrmDriver(options) as unknown as OsrmDriver<Options>;
}
