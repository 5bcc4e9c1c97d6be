// The faults of a routing call, and what is counted at the engine under each.
import { inspect } from 'node:util';
import { endingOf, isRefused, type Row, reported } from '../peer.ts';
import { type Engine, key, type Place, type RouteClient, type Turn, trip } from './route-client.ts';

type RouteRow = Row<RouteClient, Engine>;

const heardOf = ({ requests }: Engine) =>
  requests.length === 1 ? '1 request' : `${requests.length} requests`;

/** Directions only read: a failed request may be repeated. */
const once = (id: string, title: string, turn: Turn): RouteRow => ({
  id,
  title,
  async run(client, engine) {
    engine.turns = [turn];
    const ending = await endingOf(() => client.directions(trip));
    const end = ending.error === undefined ? 'route' : reported(ending);
    return { text: `${end}, ${heardOf(engine)}`, harm: ending.error !== undefined && !isRefused(ending) };
  },
});

const throttledWithHint: RouteRow = {
  id: 'throttled-hint',
  title: '429, `Retry-After: 1`',
  async run(client, engine) {
    engine.turns = [{ status: 429, headers: { 'retry-after': '1' } }];
    const ending = await endingOf(() => client.directions(trip));
    const [first, second] = engine.requests;
    const isEarly = first !== undefined && second !== undefined && second.at - first.at < 995;
    const when = second === undefined ? '' : isEarly ? ', early' : ', in time';
    return { text: `${ending.error === undefined ? 'route' : reported(ending)}${when}`, harm: isEarly };
  },
};

/** Every request is throttled: how many requests does one call make? */
const throttledForever: RouteRow = {
  id: 'throttled-on',
  title: 'ten calls, always 429',
  isLong: true,
  async run(client, engine) {
    engine.turns = Array.from({ length: 200 }, () => ({ status: 429 }));
    await Promise.all(Array.from({ length: 10 }, () => endingOf(() => client.directions(trip))));
    return { text: heardOf(engine), harm: engine.requests.length > 30 };
  },
};

const aborted: RouteRow = {
  id: 'abort',
  title: 'aborted',
  async run(client, engine) {
    if (!client.canAbort) return { text: 'no abort' };
    engine.turns = ['hold', 'hold', 'hold'];
    const controller = new AbortController();
    const call = endingOf(() => client.directions(trip, { signal: controller.signal }));
    await engine.until(() => engine.requests.length > 0);
    controller.abort();
    const ending = await call;
    const isClosed = await engine.until(() => engine.requests[0]?.isClosed === true);
    const text = `${reported(ending)}, ${isClosed ? 'closed' : 'left open'}`;
    return { text, harm: !isRefused(ending) || !isClosed };
  },
};

const proxy: RouteRow = {
  id: 'proxy',
  title: '200 with a page of HTML',
  async run(client, engine) {
    const page = '<html>Sign in to this network</html>';
    const turn = { status: 200, headers: { 'content-type': 'text/html' }, body: page };
    engine.turns = Array.from({ length: 10 }, () => turn);
    const ending = await endingOf(() => client.directions(trip));
    return { text: reported(ending), harm: !isRefused(ending) };
  },
};

const misspelt: RouteRow = {
  id: 'misspelt',
  title: 'a misspelt option',
  async run(client, engine) {
    const ending = await endingOf(() => client.directions(trip, { extra: { languge: 'de' } }));
    const [sent] = engine.requests;
    if (sent === undefined) return { text: 'refused', harm: !isRefused(ending) };
    const isInIt = `${sent.path}${sent.body}`.includes('languge');
    return { text: isInIt ? 'passed on' : 'dropped', harm: !isInIt };
  },
};

/** 149 degrees north: a swapped pair, or another unit. */
const nowhere: readonly Place[] = [trip[0] ?? [0, 0], [8.68, 149.41]];
const impossible: RouteRow = {
  id: 'impossible',
  title: 'a latitude of 149 degrees',
  async run(client, engine) {
    const ending = await endingOf(() => client.directions(nowhere));
    if (engine.requests.length === 0) return { text: 'refused', harm: !isRefused(ending) };
    return { text: 'passed on' };
  },
};

const places = Array.from({ length: 100 }, (_, at): Place => [8 + at / 1_000, 49 + at / 1_000]);
const largeMatrix: RouteRow = {
  id: 'matrix',
  title: '100 × 100 cells, 3,500 a request',
  async run(client, engine) {
    const ending = await endingOf(async () => client.matrix?.(places));
    const end = ending.error === undefined ? 'matrix' : reported(ending);
    return { text: `${end}, ${heardOf(engine)}`, harm: ending.error !== undefined && !isRefused(ending) };
  },
};

/** Searched as deep as a log prints an error, and deeper. */
const keyInError = (id: string, title: string, turn: Turn): RouteRow => ({
  id,
  title,
  async run(client, engine) {
    engine.turns = Array.from({ length: 10 }, () => turn);
    const { error } = await endingOf(() => client.directions(trip));
    const text = inspect(error, { depth: 12, showHidden: true });
    // The tail of each key: Mapbox's has its account in front of it.
    const isShown = text.includes(key.slice(3));
    return { text: error === undefined ? 'no error' : isShown ? 'shown' : 'hidden', harm: isShown };
  },
});

export const routeRows: readonly RouteRow[] = [
  throttledWithHint,
  throttledForever,
  once('unavailable', '503', { status: 503 }),
  once('reset', 'connection lost', 'reset'),
  once('cut', 'connection lost in the response', 'cut'),
  aborted,
  proxy,
  misspelt,
  impossible,
  keyInError('key', 'the key in an error', { status: 422 }),
  keyInError('key-reset', 'the key, connection lost', 'reset'),
];

export const matrixRows: readonly RouteRow[] = [...routeRows, largeMatrix];
