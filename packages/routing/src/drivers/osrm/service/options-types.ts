import type { Profile } from '../../../driver.ts';
import type { OsrmAttribute } from '../attribute.ts';
import type { OsrmAvoidFeature, OsrmCapabilities, OsrmService } from '../capabilities.ts';
import type { OsrmOptions } from './options.ts';

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

/** The capabilities of a server with these options, as a type. @public */
export type OsrmCapabilitiesOf<Options extends OsrmOptions> = OsrmCapabilities<
  ProfileOfOptions<Options>,
  FeatureOfOptions<Options>,
  'nearest' extends ServiceOfOptions<Options> ? true : false,
  AttributeOfOptions<Options>,
  ServiceOfOptions<Options>
>;
