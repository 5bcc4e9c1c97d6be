import type { GenericService } from '@org/routing/generic';

/** A `/v1` service as a table: lat,lon places, kilometres and minutes, a line for each leg. */
export const acmeTable = {
  name: 'acme',
  baseUrl: 'https://api.acme.example',
  profiles: { driving: 'car', walking: 'foot' },
  positions: 'lat-lon',
  units: { distance: 'km', duration: 'min' },
  avoid: { tolls: 'toll-roads' },
  preferences: { fastest: 'quick' },
  caps: { waypoints: 10, alternatives: 2, isochroneLocations: 3, isochroneRanges: 5, snapPositions: 4 },
  directions: {
    path: '/v1/{profile}/directions',
    fields: {
      waypoints: 'trip.stops',
      preference: 'trip.mode',
      avoid: 'trip.avoid',
      alternatives: 'trip.more',
    },
    constants: { version: 2 },
    geometry: 'polyline6',
    routes: {
      items: 'data.routes',
      distance: 'length',
      duration: 'time',
      legs: { items: 'legs', distance: 'length', duration: 'time', geometry: 'shape' },
    },
  },
  isochrones: {
    path: '/v1/reach',
    fields: { locations: 'places', ranges: 'limits', profile: 'by', rangeType: 'unit', direction: 'way' },
    areas: { items: 'areas', geometry: 'shape', range: 'limit', location: 'place' },
  },
  matrix: {
    path: '/v1/matrix',
    fields: { origins: 'from', destinations: 'to', profile: 'by', metrics: 'want' },
    tables: { durations: 'times', distances: 'lengths' },
  },
  snap: {
    path: '/v1/snap',
    fields: { positions: 'places', radius: 'radius', profile: 'by' },
    points: { items: 'points', position: 'at', name: 'road' },
  },
  errors: {
    code: 'error.code',
    message: 'error.message',
    kinds: {
      NO_ROAD: 'point-not-found',
      NO_WAY: 'no-route',
      TOO_MUCH: 'limit-exceeded',
      QUOTA: 'quota-exceeded',
    },
  },
} as const satisfies GenericService;
