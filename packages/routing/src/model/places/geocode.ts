import {
  type AddIssue,
  anyObject,
  boolean,
  fields,
  listOf,
  optional,
  positive,
  requireValid,
  wholeNumber,
} from '../check/issues.ts';
import type { GeocodeOption, GeocodeOptionOf, RoutingCapabilities } from '../engine/capabilities.ts';
import {
  type BoundingBox,
  type Coordinate,
  checkPosition,
  type Position,
  type PositionLike,
} from '../geometry/position.ts';
import type { EngineAnswer, RoutingResult } from '../result.ts';

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
export interface GeocodeQuery extends GeocodeRequest {
  /** Empty if the query has an `address`. */
  readonly text: string;
  /** Checked. */
  readonly focus?: Position | undefined;
  /** 10 by default. */
  readonly limit: number;
}

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
export interface ReverseGeocodeQuery extends ReverseGeocodeRequest {
  /** Checked. */
  readonly position: Position;
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

/** All options that not every service has. */
export const geocodeOptions: readonly GeocodeOption[] = [
  'address',
  'isPartial',
  'focus',
  'boundingBox',
  'countries',
  'language',
];

const addressParts = fields({
  street: optional(checkText),
  postalCode: optional(checkText),
  locality: optional(checkText),
  county: optional(checkText),
  region: optional(checkText),
  country: optional(checkText),
});

const checkGeocode = fields({
  text: optional(checkText),
  address: optional(addressParts),
  isPartial: optional(boolean),
  focus: optional(checkPosition),
  boundingBox: optional(checkBoundingBox),
  countries: optional(listOf(checkCountry, 'must be a list of country codes')),
  language: optional(checkText),
  limit: optional(wholeNumber),
  providerOptions: optional(anyObject),
});

export function parseGeocodeRequest(request: GeocodeRequest): GeocodeQuery {
  requireValid('geocode', request, (value, path, add) => {
    checkGeocode(value, path, add);
    const { text, address, isPartial } = Object(value);
    if (text === undefined && !hasParts(address)) add('text', 'or the parts of address are required');
    if (text !== undefined && address !== undefined) add('address', 'excludes text');
    if (address !== undefined && isPartial === true) add('isPartial', 'is possible only with text');
  });
  return { ...(request as GeocodeQuery), text: request.text ?? '', limit: request.limit ?? 10 };
}

const checkReverse = fields({
  position: checkPosition,
  radiusMeters: optional(positive),
  language: optional(checkText),
  limit: optional(wholeNumber),
  providerOptions: optional(anyObject),
});

export function parseReverseGeocodeRequest(request: ReverseGeocodeRequest): ReverseGeocodeQuery {
  requireValid('reverseGeocode', request, checkReverse);
  return { ...(request as ReverseGeocodeQuery), limit: request.limit ?? 1 };
}

function hasParts(address: unknown): boolean {
  return Object.values(Object(address)).some((part) => part !== undefined);
}

function checkText(value: unknown, path: string, add: AddIssue): void {
  if (typeof value !== 'string' || value.trim() === '') add(path, 'must be a text that is not empty');
}

function checkCountry(value: unknown, path: string, add: AddIssue): void {
  if (typeof value !== 'string' || !/^[a-z]{2}$/i.test(value))
    add(path, 'must be two letters, as in ISO 3166');
}

/** A box: west, south, east, north. */
export function checkBoundingBox(value: unknown, path: string, add: AddIssue): void {
  if (!Array.isArray(value) || value.length !== 4) {
    add(path, 'must be [west, south, east, north]');
    return;
  }
  const [west, south, east, north] = value;
  const corners = [checkPosition([west, south], path, add), checkPosition([east, north], path, add)];
  if (corners.every(Boolean) && (south > north || west > east))
    add(path, 'must have its west and south first: [west, south, east, north]');
}
