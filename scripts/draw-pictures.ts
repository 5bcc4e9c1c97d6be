// Draws the pictures of the docs, in the sandbox's town, with the engine in this process:
// `node -C @org/source scripts/draw-pictures.ts`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { embedded } from '../packages/routing/src/drivers/embedded/index.ts';
import { createRoutingClient, type Position } from '../packages/routing/src/index.ts';
import { drawHeatMap, drawMap, drawText } from '../packages/routing/src/picture/index.ts';
import { createTown, prepareTown } from '../packages/sandbox/src/maps.ts';

const folder = new URL('../packages/routing/docs/pictures/', import.meta.url);
mkdirSync(folder, { recursive: true });
const { tilesDirectory } = await prepareTown();
await using routing = createRoutingClient({ driver: embedded({ tilesDirectory }) });

const town = createTown();
const lines = town.streets.map(({ line }) => line);
const places = town.places.slice(0, 6);
const labels = places.map(({ name }) => name);
const positions = places.map(({ position }) => position as Position);
const placeNamed = (name: string) => positions[labels.indexOf(name)] as Position;
const ends = ['Station', 'Theatre'];
const waypoints = ends.map(placeNamed);
const around = [placeNamed('Library')];

const directions = await routing.directions({ profile: 'driving', waypoints, alternatives: 1 });
const areas = await routing.isochrones({ profile: 'walking', locations: around, ranges: [120, 240, 360] });
const matrix = await routing.matrix({ profile: 'driving', origins: positions });

const write = (name: string, picture: string) => writeFileSync(new URL(name, folder), picture);
const title = `${town.name}: a drive, and a walk around the library`;
const map = { ...directions, isochrones: areas.isochrones, lines };
write('map.svg', drawMap(map, { labels: ends, title }));
write('map-dark.svg', drawMap(map, { labels: ends, title, theme: 'dark' }));
write('heat-map.svg', drawHeatMap(matrix, { labels, title: 'Durations by car', height: 420 }));
// The engine does not state where it found a road.
const origins = positions.map(([longitude, latitude]) => ({
  position: [longitude, latitude] as [number, number],
}));
const pairs = { ...matrix, origins, destinations: origins, lines };
write('desire-lines.svg', drawMap(pairs, { labels, title: 'Durations by car' }));
process.stdout.write(drawText({ ...directions, ...areas }));
