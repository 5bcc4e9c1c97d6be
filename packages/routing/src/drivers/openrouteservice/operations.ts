import { decodeOptimize } from './decode-optimize.ts';
import { defineRead } from './define-read.ts';
import { decodeElevation, encodeElevation } from './elevation.ts';
import { encodeOptimize } from './encode-optimize.ts';
import { directionsOf, exportGraphOf, isochronesOf, matrixOf, snapOf } from './engine-operations.ts';
import { decodeGeocode, encodeGeocode, encodeReverseGeocode } from './geocode.ts';
import { decodePois, encodePois } from './pois.ts';
import type { OpenrouteserviceSettings } from './service/create-driver.ts';
import { classifyElevation, classifyGeocoding, classifyOptimize, classifyPois } from './service-errors.ts';
import { decodeStatus, encodeStatus } from './status.ts';

export { classify } from './errors.ts';
export { readRates } from './quota.ts';

const geocoding = { service: 'geocoding', classify: classifyGeocoding, decode: decodeGeocode } as const;

const operations = {
  directions: directionsOf,
  isochrones: isochronesOf,
  matrix: matrixOf,
  snap: snapOf,
  exportGraph: exportGraphOf,
  status: defineRead('status', { service: 'engine', encode: encodeStatus, decode: decodeStatus }),
  elevation: defineRead('elevation', {
    service: 'elevation',
    classify: classifyElevation,
    encode: encodeElevation,
    decode: decodeElevation,
  }),
  geocode: defineRead('geocode', { ...geocoding, encode: encodeGeocode }),
  reverseGeocode: defineRead('reverseGeocode', { ...geocoding, encode: encodeReverseGeocode }),
  pois: defineRead('pois', {
    service: 'pois',
    classify: classifyPois,
    encode: encodePois,
    decode: decodePois,
  }),
  optimize: defineRead('optimize', {
    service: 'optimization',
    classify: classifyOptimize,
    encode: encodeOptimize,
    decode: decodeOptimize,
  }),
};

type Operations = { readonly [Name in keyof typeof operations]: ReturnType<(typeof operations)[Name]> };

export function operationsOf(settings: OpenrouteserviceSettings): Operations {
  const entries = Object.entries(operations).map(([name, define]) => [name, define(settings)]);
  return Object.fromEntries(entries) as Operations;
}
