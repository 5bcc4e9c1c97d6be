import type { Rows } from '../src/model/check/reader.ts';
import { elevationDoor } from '../src/model/places/elevation.ts';
import { geocodeDoor, reverseGeocodeDoor } from '../src/model/places/geocode.ts';
import { nearestDoor } from '../src/model/places/nearest.ts';
import { poisDoor } from '../src/model/places/pois.ts';
import { snapDoor } from '../src/model/places/snap.ts';
import { expansionDoor, isochronesDoor } from '../src/model/reach/isochrones.ts';
import { matrixDoor } from '../src/model/reach/matrix.ts';
import { optimizeDoor } from '../src/model/reach/optimize-check.ts';
import { directionsDoor } from '../src/model/routes/directions.ts';
import { attributesDoor, matchDoor } from '../src/model/routes/match.ts';
import { roundTripDoor } from '../src/model/routes/round-trip.ts';
import { exportGraphDoor } from '../src/model/server/graph.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A method: its rows, its smallest request, and a value of each option that is not the default. */
export interface Method {
  readonly rows: Rows;
  readonly least: () => Fields;
  readonly options: () => Fields;
}

const place = () => [8.681, 49.414];
const other = () => [8.687, 49.42];
const profile = 'driving';
const providerOptions = () => ({ own: { list: [1, { deep: true }] } });
const avoid = () => ({
  features: ['tolls'],
  areas: [[place(), other(), [8.69, 49.41]], { type: 'Polygon', coordinates: [[place(), other(), [8, 49]]] }],
  points: [other()],
  countries: ['DE'],
  borders: 'all',
});
const route = () => ({
  preference: 'shortest',
  avoid: avoid(),
  vehicle: {
    heightMeters: 3,
    widthMeters: 2,
    lengthMeters: 9,
    weightTonnes: 8,
    axleLoadTonnes: 4,
    hazardous: true,
  },
  attributes: ['surface'],
  steps: false,
  elevation: true,
  language: 'de',
  snapRadiusMeters: 20,
  providerOptions: providerOptions(),
});
const stop = () => ({
  position: place(),
  serviceSeconds: 1,
  setupSeconds: 2,
  timeWindows: [[0, 9]],
});
const box = () => [8, 49, 9, 50];

/** Every method with every option. Two options that exclude each other are both there. */
export const methods: Readonly<Record<string, Method>> = {
  directions: {
    rows: directionsDoor.rows,
    least: () => ({ profile, waypoints: [place(), other(), place()] }),
    options: () => ({
      ...route(),
      alternatives: 1,
      continueStraight: true,
      departAt: '2026-05-04T08:30',
      arriveBy: '2026-05-04T09:30',
      optimizeOrder: true,
      approximate: true,
      waypoints: [
        other(),
        {
          position: place(),
          snapRadiusMeters: 7,
          bearing: { degrees: 90, toleranceDegrees: 20 },
          side: 'same',
          role: 'via',
        },
        other(),
      ],
    }),
  },
  roundTrip: {
    rows: roundTripDoor.rows,
    least: () => ({ profile, start: place(), lengthMeters: 900 }),
    options: () => ({ ...route(), points: 4, seed: 5 }),
  },
  isochrones: {
    rows: isochronesDoor.rows,
    least: () => ({ profile, locations: [place()], ranges: [60] }),
    options: () => ({
      rangeType: 'distance',
      direction: 'to',
      avoid: avoid(),
      approximate: true,
      attributes: ['population'],
      smoothing: 0.5,
      providerOptions: providerOptions(),
    }),
  },
  matrix: {
    rows: matrixDoor.rows,
    least: () => ({ profile, origins: [place(), other()] }),
    options: () => ({
      destinations: [other()],
      metrics: ['distance'],
      avoid: avoid(),
      snapRadiusMeters: 20,
      providerOptions: providerOptions(),
    }),
  },
  snap: {
    rows: snapDoor.rows,
    least: () => ({ profile, positions: [place()] }),
    options: () => ({ radiusMeters: 20 }),
  },
  nearest: {
    rows: nearestDoor.rows,
    least: () => ({ profile, position: place() }),
    options: () => ({ limit: 3, radiusMeters: 20 }),
  },
  match: {
    rows: matchDoor.rows,
    least: () => ({ profile, trace: [place(), other()] }),
    options: () => ({
      trace: [
        { position: place(), timeSeconds: 1, accuracyMeters: 5 },
        { position: other(), timeSeconds: 2 },
      ],
      steps: true,
      language: 'de',
      providerOptions: providerOptions(),
    }),
  },
  attributes: {
    rows: attributesDoor.rows,
    least: () => ({ profile, line: [place(), other()] }),
    options: () => ({ attributes: ['surface'] }),
  },
  elevation: {
    rows: elevationDoor.rows,
    least: () => ({ positions: [place()] }),
    options: () => ({ providerOptions: providerOptions() }),
  },
  optimize: {
    rows: optimizeDoor.rows,
    least: () => ({
      jobs: [{ id: 'a', position: place() }],
      vehicles: [{ id: 'v', profile, start: place() }],
    }),
    options: () => ({
      jobs: [{ ...stop(), id: 'j', delivery: [1], pickup: [2], skills: ['x'], priority: 3 }],
      shipments: [{ id: 's', pickup: stop(), delivery: stop(), amount: [1], skills: ['x'], priority: 3 }],
      vehicles: [
        {
          id: 'v',
          profile,
          start: place(),
          end: other(),
          capacity: [5],
          skills: ['x'],
          timeWindow: [0, 99],
          breaks: [{ timeWindows: [[1, 2]], durationSeconds: 1 }],
          maxStops: 3,
          maxTravelSeconds: 4,
          maxDistanceMeters: 5,
        },
      ],
      geometry: true,
      providerOptions: providerOptions(),
    }),
  },
  geocode: {
    rows: geocodeDoor.rows,
    least: () => ({ text: 'Berlin' }),
    options: () => ({
      address: { street: 'a', postalCode: 'b', locality: 'c', county: 'd', region: 'e', country: 'f' },
      isPartial: true,
      focus: place(),
      boundingBox: box(),
      countries: ['DE'],
      language: 'de',
      limit: 3,
      providerOptions: providerOptions(),
    }),
  },
  reverseGeocode: {
    rows: reverseGeocodeDoor.rows,
    least: () => ({ position: place() }),
    options: () => ({ radiusMeters: 9, language: 'de', limit: 2, providerOptions: providerOptions() }),
  },
  pois: {
    rows: poisDoor.rows,
    least: () => ({ boundingBox: box() }),
    options: () => ({
      around: { type: 'LineString', coordinates: [place(), other()] },
      bufferMeters: 9,
      categories: [1],
      categoryGroups: [2],
      sortBy: 'distance',
      limit: 2,
      providerOptions: providerOptions(),
    }),
  },
  exportGraph: {
    rows: exportGraphDoor.rows,
    least: () => ({ profile, boundingBox: box() }),
    options: () => ({ providerOptions: providerOptions() }),
  },
  expansion: {
    rows: expansionDoor.rows,
    least: () => ({ profile, position: place(), range: 60 }),
    options: () => ({ rangeType: 'distance', providerOptions: providerOptions() }),
  },
  status: { rows: {}, least: () => ({}), options: () => ({}) },
};

/** Options that exclude another one, by method. */
const excluding: Readonly<Record<string, readonly string[]>> = {
  directions: ['arriveBy', 'alternatives'],
  geocode: ['text', 'isPartial'],
};

/** Requests of a method that have every option together. */
export function fullRequests(name: string): readonly (() => Fields)[] {
  const { least, options } = methods[name] as Method;
  const all = () => ({ ...least(), ...options() });
  const without = (names: readonly string[]) => () =>
    Object.fromEntries(Object.entries(all()).filter(([field]) => !names.includes(field)));
  const [some] = [excluding[name]];
  if (some === undefined) return [all];
  const others = name === 'geocode' ? ['address'] : ['departAt', 'alternatives'];
  return [without(some), without(others)];
}
