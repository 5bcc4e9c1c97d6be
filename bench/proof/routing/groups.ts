import type { Group, Peer, Row } from '../peer.ts';
import { startEngine } from './engine.ts';
import { googleRoutes, googleServices } from './peers/google.ts';
import { mapboxSdk } from './peers/mapbox.ts';
import { openrouteserviceJs } from './peers/openrouteservice-js.ts';
import { oursOnGoogle, oursOnMapbox, oursOnOpenrouteservice } from './peers/ours.ts';
import { routingjs } from './peers/routingjs.ts';
import { type Engine, type RouteClient, trip } from './route-client.ts';
import { matrixRows, routeRows } from './rows.ts';

const group = (
  id: string,
  title: string,
  peers: readonly Peer<RouteClient>[],
  rows: readonly Row<RouteClient, Engine>[] = routeRows,
): Group<RouteClient, Engine> => ({
  id,
  product: 'routing',
  title,
  peers,
  rows,
  start: startEngine,
  call: (client) => client.directions(trip),
});

export const routingGroups = [
  group(
    'openrouteservice',
    'openrouteservice',
    [oursOnOpenrouteservice, openrouteserviceJs, routingjs],
    matrixRows,
  ),
  group('mapbox', 'Mapbox', [oursOnMapbox, mapboxSdk]),
  group('google', 'Google', [oursOnGoogle, googleRoutes, googleServices]),
] as const;
