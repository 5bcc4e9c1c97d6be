import { directions } from '../../routing/answers.ts';
import { answer, startRecorder } from '../recorder.ts';
import type { Engine, Turn } from './route-client.ts';

/** openrouteservice's limit for one matrix. */
const mostCells = 3_500;

const line = 'ihrlHkr~s@c]i^qDoG';
/** Two places, with six decimals. */
const finerLine = 'm{_g}A}{zpOupJw~O';
const place = (location: readonly number[]) => ({ location, name: '', distance: 1, hint: '' });
const totals = { distance: 1365.2, duration: 263.3, geometry: finerLine };
const step = (type: string, location: readonly number[]) => ({
  ...totals,
  name: 'Main Street',
  mode: 'driving',
  driving_side: 'right',
  weight: 1,
  maneuver: { type, location, bearing_before: 0, bearing_after: 90, instruction: 'Drive.' },
  intersections: [{ location, bearings: [90], entry: [true], out: 0 }],
});
const ends = [
  [8.681423, 49.414599],
  [8.690123, 49.420514],
] as const;
const steps = [step('depart', ends[0]), step('arrive', ends[1])];
const leg = { ...totals, summary: '', weight: 1, steps };
const mapbox = {
  code: 'Ok',
  routes: [{ ...totals, legs: [leg], weight: 1, weight_name: 'auto' }],
  waypoints: ends.map(place),
};
const google = { distanceMeters: 1365, duration: '263s', polyline: { encodedPolyline: line } };
const routes = { routes: [{ ...google, legs: [google] }] };
const oldGoogle = {
  status: 'OK',
  routes: [{ legs: [{ distance: { value: 1365 }, duration: { value: 263 } }], overview_polyline: line }],
};

/** Services in the order in which their paths are tried. */
const services: readonly (readonly [path: string, answerTo: (body: string) => object | undefined])[] = [
  ['/v2/matrix/', matrix],
  ['/v2/directions/', () => directions],
  ['/directions/v5/', () => mapbox],
  ['/directions/v2:', () => routes],
  ['/maps/api/', () => oldGoogle],
];

/** The directions of four services, and the matrices of openrouteservice. */
export async function startEngine(): Promise<Engine> {
  const engine = { turns: [] as Turn[] };
  const recorder = await startRecorder(({ path, body }, _request, response) => {
    const turn = engine.turns.shift();
    const whole = services.find(([start]) => path.startsWith(start))?.[1](body);
    if (whole === undefined) return answer(response, 400, refusal);
    if (turn === undefined) return answer(response, 200, JSON.stringify(whole));
    if (typeof turn === 'object') return answer(response, turn.status, turn.body ?? refusal, turn.headers);
    if (turn === 'hold') return;
    if (turn === 'reset') return void response.destroy();
    const text = JSON.stringify(whole);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  });
  return Object.assign(engine, recorder);
}

const refusal = JSON.stringify({ message: 'The engine refuses.' });

/** The tables, or `undefined` for one that is too large. */
function matrix(body: string): object | undefined {
  const { locations, metrics, sources = [], destinations = [] } = JSON.parse(body);
  const [rows, columns] = [sources, destinations].map((list) => list.length || locations.length);
  if (rows * columns > mostCells) return undefined;
  const table = Array.from({ length: rows }, () => Array.from({ length: columns }, () => 60));
  const tables = { durations: table, ...(metrics.includes('distance') && { distances: table }) };
  const all = locations.map((location: unknown) => ({ location, snapped_distance: 1 }));
  const chosen = (list: readonly string[]) => (list.length ? list.map((at) => all[Number(at)]) : all);
  return { ...tables, sources: chosen(sources), destinations: chosen(destinations) };
}
