import {
  type AddIssue,
  boolean,
  countryCode,
  door,
  fields,
  filledText,
  listOf,
  measure,
  optional,
  type RowsOf,
  readProviderOptions,
  required,
  wholeNumber,
  withDefault,
} from '../check/reader.ts';
import type { GeocodeOption, GeocodeOptionOf, RoutingCapabilities } from '../engine/capabilities.ts';
import {
  type BoundingBox,
  type Coordinate,
  type Position,
  type PositionLike,
  positionProblem,
  readPosition,
} from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';
import type { OwnFields } from '../travel/profile.ts';

/** An address in parts. @public */
export interface AddressParts {
  /** House number and street. */
  readonly street?: string | undefined;
  /** The postal code. */
  readonly postalCode?: string | undefined;
  /** The city, town or village. */
  readonly locality?: string | undefined;
  /** The county. */
  readonly county?: string | undefined;
  /** The state or province. */
  readonly region?: string | undefined;
  /** The country, by name or code. */
  readonly country?: string | undefined;
}

/** A request for places by name or address. @public */
export interface GeocodeRequest<Capabilities extends RoutingCapabilities = RoutingCapabilities> {
  /** The name or the address. This or `address` is required. */
  readonly text?: string | undefined;
  /** The address in parts, instead of `text`. */
  readonly address?: GeocodeOptionOf<Capabilities, 'address', AddressParts>;
  /** The text is the beginning of a name: for suggestions while a person types. @defaultValue false */
  readonly isPartial?: GeocodeOptionOf<Capabilities, 'isPartial', boolean>;
  /** Places near this one come first. */
  readonly focus?: GeocodeOptionOf<Capabilities, 'focus', PositionLike>;
  /** Only places inside this box. */
  readonly boundingBox?: GeocodeOptionOf<Capabilities, 'boundingBox', BoundingBox>;
  /** Only places in these countries: two letters each, as in ISO 3166. */
  readonly countries?: GeocodeOptionOf<Capabilities, 'countries', readonly string[]>;
  /** The language of the answers, as a language tag. @defaultValue the service's */
  readonly language?: GeocodeOptionOf<Capabilities, 'language', string>;
  /** The largest number of places. @defaultValue 10 */
  readonly limit?: number | undefined;
  /** Fields of the service's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link GeocodeRequest} with its defaults: the input of a driver. @public */
export interface GeocodeQuery extends OwnFields {
  /** Empty if the query has an `address`. */
  readonly text: string;
  /** The address in parts, if the request has one. */
  readonly address: CheckedAddress | undefined;
  /** `false` by default. */
  readonly isPartial: boolean;
  /** Places near this one come first. */
  readonly focus: Position | undefined;
  /** Only places inside this box. */
  readonly boundingBox: BoundingBox | undefined;
  /** Only places in these countries; `undefined` for all. */
  readonly countries: readonly string[] | undefined;
  /** The language of the answers; `undefined` for the service's own. */
  readonly language: string | undefined;
  /** 10 by default. */
  readonly limit: number;
}

/** A checked {@link AddressParts}. @public */
export type CheckedAddress = { readonly [Part in AddressPart]: AddressParts[Part] };

type AddressPart = keyof AddressParts;

/** A request for the places at a position. @public */
export interface ReverseGeocodeRequest {
  /** The position. */
  readonly position: PositionLike;
  /** Only places within this distance. @defaultValue the service's */
  readonly radiusMeters?: number | undefined;
  /** The language of the answers, as a language tag. @defaultValue the service's */
  readonly language?: string | undefined;
  /** The largest number of places. @defaultValue 1 */
  readonly limit?: number | undefined;
  /** Fields of the service's own request that this model does not have. */
  readonly providerOptions?: Readonly<Record<string, unknown>> | undefined;
}

/** A checked {@link ReverseGeocodeRequest} with its defaults: the input of a driver. @public */
export interface ReverseGeocodeQuery extends OwnFields {
  /** Checked. */
  readonly position: Position;
  /** Only places within this distance; `undefined` for the service's own. */
  readonly radiusMeters: number | undefined;
  /** The language of the answers; `undefined` for the service's own. */
  readonly language: string | undefined;
  /** 1 by default. */
  readonly limit: number;
}

/** A place with its address. @public */
export interface GeocodedPlace {
  /** The place. */
  readonly position: Coordinate;
  /** The place in one line. */
  readonly label: string;
  /** The name. */
  readonly name?: string | undefined;
  /** The service's word for the kind of place: `address`, `venue`, `locality`. */
  readonly kind?: string | undefined;
  /** The street. */
  readonly street?: string | undefined;
  /** The house number. */
  readonly houseNumber?: string | undefined;
  /** The postal code. */
  readonly postalCode?: string | undefined;
  /** The city, town or village. */
  readonly locality?: string | undefined;
  /** The state or province. */
  readonly region?: string | undefined;
  /** The country. */
  readonly country?: string | undefined;
  /** The country as two or three letters. */
  readonly countryCode?: string | undefined;
  /** How sure the service is, from 0 to 1. */
  readonly confidence?: number | undefined;
  /** Distance from the focus, or from the position of a reverse request. */
  readonly distanceMeters?: number | undefined;
  /** The box around the place. */
  readonly boundingBox?: BoundingBox | undefined;
  /** The service's own identifier. */
  readonly providerId?: string | undefined;
}

/** The output of a driver's geocoding. @public */
export interface GeocodeAnswer extends EngineAnswer {
  /** The best place first. */
  readonly places: readonly GeocodedPlace[];
}

/** The result of `geocode()` and `reverseGeocode()`. @public */
export interface GeocodeResult extends RoutingResult {
  /** The best place first; none if there is no match. */
  readonly places: readonly GeocodedPlace[];
}

/* @__NO_SIDE_EFFECTS__ */
function neededAs(item: GeocodeOption) {
  return [{ capability: 'geocode', words: item, item }] as const;
}

const readAddress = fields({
  street: optional(filledText),
  postalCode: optional(filledText),
  locality: optional(filledText),
  county: optional(filledText),
  region: optional(filledText),
  country: optional(filledText),
});

/** The door of a request for places by name. */
export const geocodeDoor = door(
  'geocode',
  {
    text: withDefault(filledText, ''),
    address: optional(readAddress, neededAs('address')),
    isPartial: withDefault(boolean, false, neededAs('isPartial')),
    focus: optional(readPosition, neededAs('focus')),
    boundingBox: optional(readBoundingBox, neededAs('boundingBox')),
    countries: optional(listOf(countryCode, 'must be a list of country codes'), neededAs('countries')),
    language: optional(filledText, neededAs('language')),
    limit: withDefault(wholeNumber, 10),
    providerOptions: optional(readProviderOptions),
  } satisfies RowsOf<GeocodeRequest>,
  ({ text, address, isPartial }, add) => {
    if (text === '' && !hasParts(address)) add('text', 'or the parts of address are required');
    if (text !== '' && address !== undefined) add('address', 'excludes text');
    if (address !== undefined && isPartial === true) add('isPartial', 'is possible only with text');
  },
);

export const reverseGeocodeDoor = door('reverseGeocode', {
  position: required(readPosition),
  radiusMeters: optional(measure),
  language: optional(filledText),
  limit: withDefault(wholeNumber, 1),
  providerOptions: optional(readProviderOptions),
} satisfies RowsOf<ReverseGeocodeRequest>);

function hasParts(address: CheckedAddress | undefined): boolean {
  return address !== undefined && Object.values(address).some((part) => part !== undefined);
}

/** Reads a box: west, south, east, north. */
export function readBoundingBox(value: unknown, path: string, add: AddIssue): BoundingBox {
  const [west, south, east, north] = Array.isArray(value) ? value : [];
  const problem =
    Array.isArray(value) && value.length === 4
      ? (positionProblem([west, south]) ?? positionProblem([east, north]) ?? turnedProblem(value))
      : 'must be [west, south, east, north]';
  if (problem !== undefined) add(path, problem);
  return [west, south, east, north];
}

function turnedProblem([west, south, east, north]: readonly number[]): string | undefined {
  const isTurned = Number(south) > Number(north) || Number(west) > Number(east);
  return isTurned ? 'must have its west and south first: [west, south, east, north]' : undefined;
}
