// One codec in one process: encodes or decodes one line again and again, and responds with the time of one
// turn.
import { deepCodecs, flatCodecs, type Point } from './codecs.ts';

export interface Job {
  readonly kind: 'encode' | 'decode';
  readonly turns: number;
}

const [kind, name = ''] = process.argv.slice(2);
const prepare = (kind === 'deep' ? deepCodecs : flatCodecs)[name];
if (prepare === undefined) throw new Error(`There is no codec called "${name}".`);
const codec = await prepare(createLine(100_000, kind === 'deep'));

/** The last result: it keeps the compiler from removing the loop. */
export let last: unknown;

process.on('message', ({ kind, turns }: Job) => {
  const run = kind === 'encode' ? codec.encode : codec.decode;
  const before = process.threadCpuUsage();
  for (let turn = 0; turn < turns; turn += 1) last = run();
  const { user, system } = process.threadCpuUsage(before);
  process.send?.((user + system) / 1_000 / turns);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

/** A drive through a town: steps of up to 60 metres, the same in every process. */
function createLine(points: number, isDeep: boolean): Point[] {
  let state = 20_261_122;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff - 0.5;
  };
  let [longitude, latitude, meters] = [8.68, 49.41, 114];
  return Array.from({ length: points }, (): Point => {
    longitude += random() * 0.001;
    latitude += random() * 0.001;
    meters += random();
    const place: Point = [Math.round(longitude * 1e5) / 1e5, Math.round(latitude * 1e5) / 1e5];
    return isDeep ? [place[0], place[1], Math.round(meters * 100) / 100] : place;
  });
}
