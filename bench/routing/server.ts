// A loopback routing service in its own process: made-up answers in openrouteservice's forms, and lines of
// GeoJSON. Its work does not count as a client's.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { directions } from './answers.ts';

export const places = 560;

const place = (index: number) => ({
  location: [8 + index / 1_000, 49 + index / 1_000],
  snapped_distance: 1.25,
});
const table = (factor: number) =>
  Array.from({ length: places }, (_, row) =>
    Array.from({ length: places }, (_, column) => Math.abs(row - column) * factor + 0.37),
  );
const list = Array.from({ length: places }, (_, index) => place(index));

const matrix = {
  durations: table(1.11),
  distances: table(13.7),
  sources: list,
  destinations: list,
  metadata: { attribution: 'openrouteservice.org | OpenStreetMap contributors' },
};

const lines = {
  features: Array.from({ length: 3_600 }, (_, line) => ({
    type: 'Feature',
    properties: { name: `Road ${line}` },
    geometry: {
      type: 'LineString',
      coordinates: Array.from({ length: 60 }, (_, at) => [8.1234 + line / 1e4, 49.4321 + at / 1e4]),
    },
  })),
};

const answers = new Map(
  Object.entries({ '/v2/directions': directions, '/v2/matrix': matrix, '/lines': lines }).map(
    ([path, answer]) => [path, Buffer.from(JSON.stringify(answer))],
  ),
);

const server = createServer((request, response) => {
  const [, answer] = [...answers].find(([path]) => request.url?.startsWith(path)) ?? [];
  request.on('end', () => {
    response.writeHead(answer ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': answer?.byteLength ?? 0,
    });
    response.end(answer);
  });
  request.resume();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
