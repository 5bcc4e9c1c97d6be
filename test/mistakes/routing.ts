import { createRoutingClient } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import { mapbox } from '@org/routing/mapbox';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import { given, type Mistake, noneFound, withAnswer } from './mistake.ts';

const routing = createRoutingClient({ driver: openrouteservice({ apiKey: 'key' }) });
const places = [
  [8.681, 49.414],
  [8.687, 49.42],
];
const directions = (fields: object) => () => routing.directions(given(fields));

/** Asks for one route by a client of its own. */
async function routeBy(driver: unknown): Promise<unknown> {
  await using client = createRoutingClient({ driver: given(driver), retry: false });
  return await client.directions(given({ profile: 'driving', waypoints: places }));
}

const noRoad = {
  error: {
    code: 2010,
    message: 'Could not find routable point within a radius of 350.0 meters of specified coordinate 1.',
  },
};
const noEdges = { error_code: 171, error: 'No suitable edges near location', status_code: 400 };
const noPoint = {
  message: 'Cannot find point 1: 47.0838,-109.729',
  hints: [{ details: 'com.graphhopper.util.exceptions.PointNotFoundException', point_index: 1 }],
};
const tooMany = {
  message: 'Too many coordinates; maximum number of coordinates is 3.',
  code: 'InvalidInput',
};

export const routingMistakes: readonly Mistake[] = [
  {
    source: noneFound,
    what: 'directions({ coordinates })',
    call: directions({ profile: 'driving', coordinates: places }),
    answer: /coordinates is not an option; did you mean `waypoints`\?/,
  },
  {
    source: 'https://github.com/VROOM-Project/vroom-express/issues/93',
    what: "directions({ profile: 'driving-car' })",
    call: directions({ profile: 'driving-car', waypoints: places }),
    answer: /profile must be one of driving, .*; did you mean "driving"\?/,
  },
  {
    source: 'https://github.com/routingpy/routingpy/issues/93',
    what: "directions({ vehicle: 'car', points })",
    call: directions({ vehicle: 'car', points: places }),
    answer: /points is not an option; did you mean `waypoints`\?/,
  },
  {
    source: 'https://googlemaps.github.io/google-maps-services-js/interfaces/DirectionsRequest.html',
    what: "directions({ origin, destination, travelMode: 'DRIVING' })",
    call: directions({ origin: 'Ulm', destination: 'Bonn', travelMode: 'DRIVING' }),
    answer: /origin is not an option; did you mean `waypoints`\?.* travelMode .*; did you mean `profile`\?/,
  },
  {
    source: 'https://github.com/Project-OSRM/osrm-backend/issues/2874',
    what: 'directions({ waypoints: [[lat, lon], …] })',
    call: directions({
      profile: 'driving',
      waypoints: [
        [37.31, -121.97],
        [37.53, -122.24],
      ],
    }),
    answer: /waypoints\[0\] has a latitude outside -90…90; looks like lat,lon order: longitude comes first/,
  },
  {
    source: 'https://github.com/alexpechkarev/google-maps/issues/53',
    what: 'directions({ waypoints: [{ lat, lng }, …] })',
    call: directions({
      profile: 'driving',
      waypoints: [
        { lat: 46.5, lng: 6.6 },
        { lat: 46.2, lng: 6.1 },
      ],
    }),
    answer: /waypoints\[0\] is an object; positions are \[lon, lat\]: pass \[place\.lng, place\.lat\]/,
  },
  {
    source: noneFound,
    what: "directions({ profile: 'mapbox/driving-traffic', overview: 'full', geometries: 'polyline' })",
    call: directions({ profile: 'mapbox/driving-traffic', waypoints: places, overview: 'full' }),
    answer: /overview is not an option; leave it out: .*did you mean "driving"\?/,
  },
  {
    source: 'https://github.com/GIScience/openrouteservice/issues/202',
    what: 'isochrones({ range: 3600 })',
    call: () => routing.isochrones(given({ profile: 'driving', locations: places, range: 3600 })),
    answer: /range is not an option; did you mean `ranges`\?/,
  },
  {
    source: 'https://github.com/Project-OSRM/osrm-backend/issues/2930',
    what: 'matrix({ sources, destinations })',
    call: () => routing.matrix(given({ profile: 'driving', sources: places, destinations: places })),
    answer: /sources is not an option; did you mean `origins`\?/,
  },
  {
    source: 'https://github.com/GIScience/openrouteservice-js/issues/27',
    what: 'directions([from, to])',
    call: () => routing.directions(given(places)),
    answer: /^The directions request must be an object: \{ profile, waypoints \}, not a list\./,
  },
  {
    source: 'https://github.com/mapbox/mapbox-navigation-android/issues/1693',
    what: "mapbox({ apiKey: 'pk.key' })",
    call: () => mapbox(given({ apiKey: 'pk.key' })),
    answer: /no option "apiKey"\. Did you mean "accessToken"\?/,
  },
  {
    source: 'https://github.com/GIScience/openrouteservice-py/issues/98',
    what: 'directions() of a place with its numbers swapped',
    call: () =>
      withAnswer({ status: 404, body: noRoad }, (baseUrl) =>
        routeBy(openrouteservice({ apiKey: 's3cr3t', baseUrl })),
      ),
    answer: /One of the places has no road near it for this profile/,
  },
  {
    source: 'https://github.com/valhalla/valhalla/issues/3684',
    what: 'valhalla: lat and lon reversed',
    call: () => withAnswer({ status: 400, body: noEdges }, (baseUrl) => routeBy(valhalla({ baseUrl }))),
    answer: /One of the places has no road near it for this profile/,
  },
  {
    source: 'https://github.com/graphhopper/graphhopper/issues/2116',
    what: 'graphhopper: a place far from the road network',
    call: () =>
      withAnswer({ status: 400, body: noPoint }, (baseUrl) =>
        routeBy(graphhopper({ apiKey: 's3cr3t', baseUrl })),
      ),
    answer: /One of the places has no road near it, or is outside the map/,
  },
  {
    source: 'https://github.com/mapbox/mapbox-directions-swift/issues/249',
    what: 'mapbox: more waypoints than the profile takes',
    call: () =>
      withAnswer({ status: 422, body: tooMany }, (baseUrl) =>
        routeBy(mapbox({ accessToken: 's3cr3t', baseUrl })),
      ),
    answer: /Too many coordinates; maximum number of coordinates is 3/,
  },
  {
    source: 'https://github.com/GIScience/openrouteservice/issues/1137',
    what: "directions({ start, end, units: 'mi' })",
    call: directions({ profile: 'driving', start: places[0], end: places[1], units: 'mi' }),
    answer:
      /start is not an option; did you mean `waypoints`\? end is not an option; did you mean `waypoints`\?/,
  },
  {
    source: 'https://github.com/GIScience/openrouteservice/issues/979',
    what: 'directions({ radiuses: [-1, 350] })',
    call: directions({ profile: 'driving', waypoints: places, radiuses: [-1, 350] }),
    answer: /radiuses is not an option; did you mean `snapRadiusMeters`\?/,
  },
  {
    source: 'https://github.com/googlemaps/google-maps-services-js/issues/66',
    what: "directions({ waypoints: ['30.722933,76.74684', …] })",
    call: directions({ profile: 'driving', waypoints: ['30.722933,76.74684', '30.730025,76.75817'] }),
    answer: /waypoints\[0\] must be \[longitude, latitude\], not a string/,
  },
  {
    source: noneFound,
    what: "directions({ waypoints: [['8.68', '49.41'], …] })",
    call: directions({ profile: 'driving', waypoints: [['8.68', '49.41'], places[1]] }),
    answer: /waypoints\[0\] must hold finite numbers only, not strings: Number\(text\)/,
  },
  {
    source: 'https://github.com/Dammyololade/flutter_polyline_points/issues/55',
    what: 'directions({ avoidTolls: true })',
    call: directions({ profile: 'driving', waypoints: places, avoidTolls: true }),
    answer: /avoidTolls is not an option; pass `avoid`/,
  },
  {
    source: 'https://github.com/googlemaps/google-maps-services-python/issues/282',
    what: "directions({ avoid: ['tolls', 'highways'] })",
    call: directions({ profile: 'driving', waypoints: places, avoid: ['tolls', 'highways'] }),
    answer: /avoid must be an object: \{ features, areas \}, not a list/,
  },
  {
    source: noneFound,
    what: 'directions({ avoid: { polygons } })',
    call: directions({ profile: 'driving', waypoints: places, avoid: { polygons: [] } }),
    answer: /avoid\.polygons is not an option; did you mean `areas`\?/,
  },
  {
    source: 'https://github.com/GIScience/openrouteservice-js/issues/26',
    what: 'isochrones({ range: [900], interval: [300] })',
    call: () =>
      routing.isochrones(given({ profile: 'driving', locations: places, range: [900], interval: [300] })),
    answer: /interval is not an option; did you mean `ranges`\?/,
  },
  {
    source: 'https://github.com/GIScience/openrouteservice/issues/289',
    what: "isochrones({ ranges, rangeType: 'time', units: 'mi' })",
    call: () =>
      routing.isochrones(given({ profile: 'driving', locations: places, ranges: [60], units: 'mi' })),
    answer: /units is not an option; leave it out: distances are metres, durations seconds/,
  },
  {
    source: noneFound,
    what: 'directions(request, callback)',
    call: () =>
      routing.directions(
        { profile: 'driving', waypoints: given(places) },
        given(() => {}),
      ),
    answer:
      /The options of a call must be an object, \{ signal \}, not a function: .*callbacks are not taken/,
  },
  {
    source: 'https://github.com/remix-run/react-router/pull/8780',
    what: 'matrix(request, { signal: controller })',
    call: () =>
      routing.matrix(
        given({ profile: 'driving', origins: places }),
        given({ signal: new AbortController() }),
      ),
    answer: /signal must be an AbortSignal, not an AbortController: pass its signal\./,
  },
];

export const closeRouting = () => routing.close();
