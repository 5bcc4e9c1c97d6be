import type { EngineOptions } from '@org/core/driver';
import type { RoutingDriver } from '../driver/routing-driver.ts';
import type {
  AttributeOf,
  AvoidFeatureOf,
  GeocodeOption,
  OptionOf,
  OptionSupport,
  PreferenceOf,
  ProfileOf,
  RangeType,
  RangeTypeOf,
  RequestCaps,
  RoutingCapabilities,
  RoutingMethods,
  SideOf,
  SplitRules,
  WaypointSide,
} from '../model/engine/capabilities.ts';
import type { IsochroneAttributeOf } from '../model/reach/isochrones.ts';
import type { AvoidFeature } from '../model/travel/avoid.ts';
import type { PerProfile, Profile, RoutePreference } from '../model/travel/profile.ts';
import type { AttributeName, IsochroneAttribute } from '../model/travel/road-attributes.ts';
import type { VehicleField } from '../model/travel/vehicle.ts';
import type { DailyCapInput } from '../quota/daily-cap.ts';

/** A driver, alone or with options of its own. @public */
export type FailoverEntry = RoutingDriver | FailoverEntryOptions;

/** A driver with engine options that replace those of the client. @public */
export interface FailoverEntryOptions extends EngineOptions {
  readonly driver: RoutingDriver;
  /** The cap of this driver alone; the next driver answers when it is reached. */
  readonly dailyCap?: DailyCapInput | undefined;
}

type CapabilitiesOf<Entry> = Entry extends { readonly driver: { readonly capabilities: infer Each } }
  ? Each
  : Entry extends { readonly capabilities: infer Each }
    ? Each
    : never;

/** A value in a box: the compiler would take a union apart. */
interface Box<Value> {
  readonly value: Value;
}

/** What the boxed values of a union have in common. */
type Common<Boxes, Bound> = (Boxes extends Box<infer Value> ? (each: Value) => void : never) extends (
  all: infer Whole,
) => void
  ? Extract<Whole, Bound>
  : never;

type EachProfile<Each> = Each extends RoutingCapabilities ? Box<ProfileOf<Each>> : never;
type EachFeature<Each> = Each extends RoutingCapabilities ? Box<AvoidFeatureOf<Each>> : never;
type EachPreference<Each> = Each extends RoutingCapabilities ? Box<PreferenceOf<Each>> : never;
type EachRangeType<Each> = Each extends RoutingCapabilities ? Box<RangeTypeOf<Each>> : never;
type EachAttribute<Each> = Each extends RoutingCapabilities ? Box<AttributeOf<Each>> : never;
type EachIsochroneAttribute<Each> = Each extends RoutingCapabilities
  ? Box<IsochroneAttributeOf<Each>>
  : never;

type EachGeocodeOption<Each> = Each extends RoutingCapabilities
  ? Box<NonNullable<Each['options']['geocode']>[number]>
  : never;

/** `true` for each driver that may honour the option, `false` for each that surely does not. */
type EachHonours<Each, Name extends keyof OptionSupport> = Each extends RoutingCapabilities
  ? [true] extends [OptionOf<Each, Name, true>]
    ? true
    : false
  : never;

type Honoured<Each, Name extends keyof OptionSupport> =
  false extends EachHonours<Each, Name> ? false : boolean;

type HonouredByProfile<Each, Name extends keyof OptionSupport> =
  false extends EachHonours<Each, Name> ? false : PerProfile<boolean>;

type EachVehicle<Each> = Each extends RoutingCapabilities
  ? Each['options']['vehicle'] extends readonly []
    ? false
    : true
  : never;

type SwitchName = {
  [Name in keyof OptionSupport]-?: NonNullable<OptionSupport[Name]> extends boolean ? Name : never;
}[keyof OptionSupport];

type CommonSwitches<Each> = {
  readonly [Name in Exclude<SwitchName, 'isochroneAvoid'>]: Honoured<Each, Name>;
};

type EachSide<Each> = Each extends RoutingCapabilities
  ? Box<'same' extends OptionOf<Each, 'sides', SideOf<Each>> ? SideOf<Each> : never>
  : never;

type LacksIsochroneAvoid<Each> = Each extends {
  readonly options: { readonly isochroneAvoid: false };
}
  ? true
  : never;

/** The options that all drivers honour. @public */
export interface FailoverSupport<Each>
  extends Omit<OptionSupport<Common<EachFeature<Each>, AvoidFeature>>, SwitchName>,
    CommonSwitches<Each> {
  readonly vehicle: false extends EachVehicle<Each> ? readonly [] : PerProfile<readonly VehicleField[]>;
  readonly avoidCountries: HonouredByProfile<Each, 'avoidCountries'>;
  readonly avoidBorders: HonouredByProfile<Each, 'avoidBorders'>;
  readonly isochroneAvoid: [LacksIsochroneAvoid<Each>] extends [never] ? boolean : false;
  readonly rangeTypes: readonly Common<EachRangeType<Each>, RangeType>[];
  readonly sides: readonly Common<EachSide<Each>, WaypointSide>[];
  readonly preferences: readonly Common<EachPreference<Each>, RoutePreference>[];
  readonly attributes: readonly Common<EachAttribute<Each>, AttributeName>[];
  readonly isochroneAttributes: readonly Common<EachIsochroneAttribute<Each>, IsochroneAttribute>[];
  readonly geocode: readonly Common<EachGeocodeOption<Each>, GeocodeOption>[];
}

type Offered<Each, Name extends keyof RoutingMethods> = [Each] extends [{ readonly [Key in Name]: true }]
  ? true
  : false;

/** What all drivers can. @public */
export type FailoverCapabilities<Entry> = CommonCapabilities<CapabilitiesOf<Entry>>;

type CommonCapabilities<Each> = {
  readonly [Name in Exclude<keyof RoutingMethods, 'rawRequests'>]: Offered<Each, Name>;
} & {
  readonly rawRequests: false;
  readonly profiles: readonly Common<EachProfile<Each>, Profile>[];
  readonly options: FailoverSupport<Each>;
  readonly caps: RequestCaps;
  readonly split: SplitRules;
};
