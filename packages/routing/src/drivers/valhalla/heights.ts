import { mergeProviderOptions } from '@org/core/driver';
import {
  type Coordinate,
  type DirectionsQuery,
  distanceBetween,
  type ElevationAnswer,
  type ElevationQuery,
  type Route,
  type RoutingWarning,
  readWire,
  requireEach,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { ValhallaRequest } from './locations.ts';
import { attribution, mapWarnings, warningList } from './warnings.ts';

/** Heights of a leg at regular distances, the first at its beginning. */
interface HeightProfile {
  readonly heightsMeters: readonly number[];
  readonly intervalMeters: number;
}

interface Climbs {
  readonly ascentMeters: number;
  readonly descentMeters: number;
}

interface WireLeg {
  readonly elevation?: readonly number[] | undefined;
  readonly elevation_interval?: number | undefined;
}

const metersPerFoot = 0.3048;

/**
 * The profiles of all legs; none if a part has no data, whose height is -500, or 32768 in older versions.
 *
 * Source: valhalla/valhalla docs, "Turn-by-turn API", and src/tyr/route_serializer_valhalla.cc for feet.
 */
export function profilesOf(legs: readonly WireLeg[], units: string | undefined): HeightProfile[] {
  const unit = units === 'miles' ? metersPerFoot : 1;
  const profiles = legs.map(({ elevation = [], elevation_interval: interval = 0 }) => ({
    heightsMeters: elevation.map((height) => height * unit),
    intervalMeters: interval * unit,
  }));
  return profiles.every(hasData) ? profiles : [];
}

function hasData({ heightsMeters, intervalMeters }: HeightProfile): boolean {
  const isHeight = (height: number) => height > -500 && height < 9000;
  return intervalMeters > 0 && heightsMeters.length > 0 && heightsMeters.every(isHeight);
}

/** The line with heights, if there is a profile of each leg. */
export function withHeights(
  line: readonly Coordinate[],
  offsets: readonly (readonly [from: number, to: number])[],
  profiles: readonly HeightProfile[],
): Coordinate[] {
  const high = [...line];
  profiles.forEach((profile, index) => {
    const [from, to] = offsets[index] ?? [0, -1];
    let travelled = 0;
    for (let at = from; at <= to; at += 1) {
      const point = line[at];
      if (point === undefined) return;
      if (at > from) travelled += distanceBetween(line[at - 1] ?? point, point);
      high[at] = [point[0], point[1], heightAt(profile, travelled)];
    }
  });
  return high;
}

// Between two heights the road is straight.
function heightAt({ heightsMeters, intervalMeters }: HeightProfile, travelledMeters: number): number {
  const at = Math.min(travelledMeters / intervalMeters, heightsMeters.length - 1);
  const before = heightsMeters[Math.floor(at)] ?? 0;
  const after = heightsMeters[Math.ceil(at)] ?? before;
  return toTenths(before + (after - before) * (at % 1));
}

export function climbsOf({ heightsMeters }: HeightProfile): Climbs {
  const climbs = heightsMeters.map((height, index) => height - (heightsMeters[index - 1] ?? height));
  const up = climbs.filter((climb) => climb > 0);
  const down = climbs.filter((climb) => climb < 0);
  return { ascentMeters: toTenths(sum(up)), descentMeters: toTenths(-sum(down)) };
}

export function sumClimbs(climbs: readonly Climbs[]): Climbs {
  return {
    ascentMeters: toTenths(sum(climbs.map(({ ascentMeters }) => ascentMeters))),
    descentMeters: toTenths(sum(climbs.map(({ descentMeters }) => descentMeters))),
  };
}

export function elevationWarning(routes: readonly Route[], query: DirectionsQuery): RoutingWarning[] {
  if (!query.elevation || routes.every(({ ascentMeters }) => ascentMeters !== undefined)) return [];
  const message = 'The engine has no elevation data for a part of the route.';
  return [{ kind: 'not-honoured', message }];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

// 0 and not -0 for a road without a descent.
function toTenths(meters: number): number {
  return Math.round(meters * 10) / 10 + 0;
}

/** Source: valhalla/valhalla docs, "Elevation API". */
export function encodeElevation({ positions, providerOptions }: ElevationQuery): ValhallaRequest {
  const body = { shape: positions.map(([lon, lat]) => ({ lat, lon })), height_precision: 2 };
  return { action: 'height', body: mergeProviderOptions(body, providerOptions) };
}

const heightBody = z.object({ height: z.array(z.nullable(z.number())), warnings: warningList });

export function decodeElevation(body: unknown, query: ElevationQuery): ElevationAnswer {
  const { height, warnings } = readWire(heightBody, body);
  return {
    heightsMeters: requireEach(height, 'height', query.positions.length),
    warnings: mapWarnings(warnings),
    attribution,
    raw: body,
  };
}
