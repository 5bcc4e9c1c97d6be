import type { Mistake } from './mistake.ts';

const places = 'waypoints: [[8.68, 49.41], [8.69, 49.42]]';

const route = (fields: string) => `void routing.directions({ ${fields} });`;

/** What users of Mapbox, Google Maps and engines write first. */
export const routingMistakes: readonly Mistake[] = [
  {
    wrong: route(`profile: 'driving', waypoints: [{ lat: 49.41, lng: 8.68 }, { lat: 49.42, lng: 8.69 }]`),
    right: route(`profile: 'driving', ${places}`),
    field: '`lat`',
    cure: '[lon, lat]',
  },
  {
    wrong: route(`profile: 'driving', waypoints: [{ longitude: 8.68, latitude: 49.41 }, [8.69, 49.42]]`),
    right: route(`profile: 'driving', ${places}`),
    field: 'A place with',
    cure: '[lon, lat]',
  },
  {
    wrong: route(`profile: 'driving', coordinates: [[8.68, 49.41], [8.69, 49.42]]`),
    right: route(`profile: 'driving', ${places}`),
    field: 'coordinates',
    cure: '`waypoints`',
  },
  {
    wrong: route(`origin: [8.68, 49.41], destination: [8.69, 49.42], travelMode: 'DRIVING'`),
    right: route(`profile: 'driving', ${places}`),
    field: 'origin',
    cure: '`waypoints`',
  },
  {
    wrong: route(`profile: 'driving', ${places}, travelMode: 'DRIVING'`),
    right: route(`profile: 'driving', ${places}`),
    field: 'travelMode',
    cure: '`profile`',
  },
  {
    wrong: route(`profile: 'driving', ${places}, geometries: 'geojson'`),
    right: route(`profile: 'driving', ${places}`),
    field: 'geometries',
    cure: 'always GeoJSON',
  },
  {
    wrong: route(`profile: 'driving', ${places}, departAt: '2026-05-04T08:30'`),
    right: route(`profile: 'driving', ${places}`),
    field: '`departAt`',
    cure: 'use another driver',
  },
  {
    wrong: `void createRoutingClient({ driver: osrm() }).directions({
      profile: 'driving', ${places}, elevation: true,
    });`,
    right: route(`profile: 'driving', ${places}, elevation: true`),
    field: '`elevation`',
    cure: 'use another driver',
  },
  {
    wrong: route(`profile: 'driving', waypoints: [[8.68, 49.41]]`),
    right: route(`profile: 'driving', ${places}`),
    field: 'aypoints',
    cure: 'two waypoints or more',
  },
  {
    wrong: `void routing.matrix({ profile: 'driving', sources: [[8.68, 49.41]] });`,
    right: `void routing.matrix({ profile: 'driving', origins: [[8.68, 49.41]] });`,
    field: 'sources',
    cure: '`origins`',
  },
  {
    wrong: `void routing.isochrones({ profile: 'driving', locations: [[8.68, 49.41]], range: [300] });`,
    right: `void routing.isochrones({ profile: 'driving', locations: [[8.68, 49.41]], ranges: [300] });`,
    field: "'range'",
    cure: "Did you mean to write 'ranges'",
  },
];
