// A matrix of 1000 × 1000 places over the embedded engine, in a process that does nothing else. Prints the
// largest resident memory of this process and of the engine's. It is JavaScript and uses the built packages,
// as programs do: a process that strips types has 40 MB more.
import { createRoutingClient } from '@org/routing';
import { embedded, startEngine } from '@org/routing/embedded';
import { peakMemoryKb } from '../../../../test/support/peak-memory.mjs';

const [tilesDirectory = '', west = '', south = '', east = '', north = ''] = process.argv.slice(2);
const size = 1000;
const [left, bottom] = [Number(west), Number(south)];
const [width, height] = [Number(east) - left, Number(north) - bottom];
// The fractions of multiples of an irrational number are spread evenly.
/** @type {[number, number][]} */
const origins = Array.from({ length: size }, (_, index) => [
  left + width * ((index * 0.618) % 1),
  bottom + height * ((index * 0.755) % 1),
]);
/** @type {import('@org/routing').MatrixRequest<'duration' | 'distance'> & { profile: 'driving' }} */
const request = { profile: 'driving', origins, metrics: ['duration', 'distance'] };

const startedMs = performance.now();
const routing = createRoutingClient({ driver: embedded({ tilesDirectory }) });
// The same tiles and options: the engine of the client.
const engine = await startEngine({ tilesDirectory });
const { durationsSeconds } = await routing.matrix(request);
const cells = durationsSeconds.reduce((sum, row) => sum + row.filter((cell) => cell !== null).length, 0);
const ownMb = peakMemoryKb() / 1024;
const engineMb = peakMemoryKb(engine.pid) / 1024;
const seconds = (performance.now() - startedMs) / 1000;
process.stdout.write(JSON.stringify({ cells, ownMb, engineMb, seconds }));
await Promise.all([routing.close(), engine.close()]);
