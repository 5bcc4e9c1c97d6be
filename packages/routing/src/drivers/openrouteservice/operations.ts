import type { Classify, HttpRequest } from '@org/core';
import { textAt } from '@org/core/driver';
import {
  type EngineAnswer,
  type RoutingOperation,
  type RoutingOperations,
  routingOperation,
} from '../../driver.ts';
import { type Decoded, decodeExportGraph, decodeIsochrones, decodeMatrix, decodeSnap } from './decode.ts';
import { decodeDirections } from './decode-directions.ts';
import { decodeOptimize } from './decode-optimize.ts';
import { decodeElevation, encodeElevation } from './elevation.ts';
import { encodeExportGraph, encodeIsochrones, encodeMatrix, encodeSnap } from './encode.ts';
import { encodeDirections } from './encode-directions.ts';
import { encodeOptimize } from './encode-optimize.ts';
import { decodeGeocode, encodeGeocode, encodeReverseGeocode } from './geocode.ts';
import {
  type Layout,
  noService,
  type OpenrouteservicePaths,
  pathOf,
  pathsOf,
  type ServiceName,
} from './paths.ts';
import { decodePois, encodePois } from './pois.ts';
import type { OpenrouteserviceProfile, OpenrouteserviceProfileNames } from './profiles.ts';
import { readQuota } from './quota.ts';
import { classifyElevation, classifyGeocoding, classifyOptimize, classifyPois } from './service-errors.ts';
import { decodeStatus, encodeStatus } from './status.ts';

export { classify } from './errors.ts';
export { readRates } from './quota.ts';

/** How a query becomes a request below the path of its service, and a response an answer. */
interface Converters<Query, Answer extends EngineAnswer> {
  readonly service: ServiceName;
  readonly encode: (query: Query) => HttpRequest;
  readonly decode: (body: unknown, query: Query) => Decoded<Answer>;
  /** The service's own form of errors. */
  readonly classify?: Classify;
}

type ConvertersOf<Name extends keyof RoutingOperations> = Converters<
  RoutingOperations[Name]['input'],
  RoutingOperations[Name]['output'] & EngineAnswer
>;

const engine = { service: 'engine' } as const;
const geocoding = { service: 'geocoding', classify: classifyGeocoding, decode: decodeGeocode } as const;

/** The operations of a deployment with these paths. */
export function createOperations(
  layout: Layout,
  own: OpenrouteservicePaths | undefined,
  profileNames: OpenrouteserviceProfileNames = {},
) {
  const paths = pathsOf(layout, own);
  const define = <Name extends keyof RoutingOperations>(name: Name, converters: ConvertersOf<Name>) =>
    defineRead(paths, profileNames, name, converters);
  return {
    directions: define('directions', { ...engine, encode: encodeDirections, decode: decodeDirections }),
    isochrones: define('isochrones', { ...engine, encode: encodeIsochrones, decode: decodeIsochrones }),
    matrix: define('matrix', { ...engine, encode: encodeMatrix, decode: decodeMatrix }),
    snap: define('snap', { ...engine, encode: encodeSnap, decode: decodeSnap }),
    exportGraph: define('exportGraph', { ...engine, encode: encodeExportGraph, decode: decodeExportGraph }),
    status: define('status', { ...engine, encode: encodeStatus, decode: decodeStatus }),
    elevation: define('elevation', {
      service: 'elevation',
      classify: classifyElevation,
      encode: encodeElevation,
      decode: decodeElevation,
    }),
    geocode: define('geocode', { ...geocoding, encode: encodeGeocode }),
    reverseGeocode: define('reverseGeocode', { ...geocoding, encode: encodeReverseGeocode }),
    pois: define('pois', {
      service: 'pois',
      classify: classifyPois,
      encode: encodePois,
      decode: decodePois,
    }),
    optimize: define('optimize', {
      service: 'optimization',
      classify: classifyOptimize,
      encode: encodeOptimize,
      decode: decodeOptimize,
    }),
  };
}

// All of them only compute: repeating a POST is as safe as repeating a GET.
function defineRead<Name extends keyof RoutingOperations>(
  paths: OpenrouteservicePaths,
  profileNames: OpenrouteserviceProfileNames,
  name: Name,
  { service, encode, decode, classify }: ConvertersOf<Name>,
): RoutingOperation<Name> {
  const prefix = pathOf(paths, service);
  return routingOperation(name, {
    limitGroup: name,
    ...(classify === undefined ? {} : { classify }),
    encode: (query) => {
      if (prefix === undefined) throw noService(service);
      const request = encode(query);
      const named = 'profile' in query && profileNames[query.profile as OpenrouteserviceProfile];
      const params = named ? { profile: named } : request.params;
      return { ...request, path: prefix + request.path, params };
    },
    decode: (response, query, context) => {
      const quota = readQuota(response, context);
      const raw = response.json();
      const decoded = decode(raw, query);
      return {
        ...decoded,
        attribution: attributionOf(raw),
        quota,
        raw,
      } as unknown as RoutingOperations[Name]['output'];
    },
  });
}

// The engine states it in `metadata`, geocoding in `geocoding`, elevation next to its result.
function attributionOf(body: unknown): readonly string[] {
  const text =
    textAt(body, 'metadata', 'attribution') ||
    textAt(body, 'geocoding', 'attribution') ||
    textAt(body, 'attribution');
  return text
    ? text.split('|').map((part) => part.trim())
    : ['openrouteservice.org', '© OpenStreetMap contributors'];
}
