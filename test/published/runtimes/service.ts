import { gzipSync } from 'node:zlib';
import { type FaultHandler, type FaultServer, startFaultServer } from '@org/core/testing';

/** A service that records how often it took a call, and how many at a time. */
export interface RecordingService extends AsyncDisposable {
  readonly server: FaultServer;
  readonly url: string;
  /** The arrival of each request to a path, in ms. */
  arrivals(path: string): readonly number[];
  /** The largest number of requests that were in progress together. */
  mostAtOnce(): number;
  /** A page that runs this program. */
  servePage(program: string): void;
}

const rows = Array.from({ length: 2_000 }, (_, row) => `${row},${(row * 7_919) % 10_007}\n`).join('');
const zipped = gzipSync(rows);

const head = (...lines: readonly string[]) =>
  ['HTTP/1.1 200 OK', 'content-type: text/plain', ...lines, '', ''].join('\r\n');

/** Each of them lacks a part of its end. */
const cutAnswers: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {
  '/cut/length': [head('content-length: 100'), 'half'],
  '/cut/chunked': [head('transfer-encoding: chunked'), '4\r\nhalf\r\n'],
  // The framing is complete: only the gzip is not.
  '/cut/gzip': [
    head('content-encoding: gzip', `content-length: ${zipped.length >> 1}`),
    zipped.subarray(0, zipped.length >> 1),
  ],
};

const summary = { distance: 1365.2, duration: 263.3 };
const route = {
  summary,
  segments: [{ ...summary, steps: [] }],
  geometry: 'ihrlHkr~s@c]i^qDoG',
  way_points: [0, 2],
};
const tables = {
  durations: [
    [0, 263.3],
    [263.3, 0],
  ],
  distances: [
    [0, 1365.2],
    [1365.2, 0],
  ],
};
const asJson = (body: object) => ({ answer: { body: JSON.stringify(body) } });

/** The responses of openrouteservice, by the path before the profile. */
const routeAnswers: Readonly<Record<string, Awaited<ReturnType<FaultHandler>>>> = {
  '/maps/v2/directions': asJson({ routes: [route] }),
  '/maps/v2/matrix': asJson(tables),
  '/maps/refused/v2/directions': { answer: { status: 401, body: '{}' } },
  '/maps/lost/v2/directions': { fault: { kind: 'limit-data', phase: 'after-request-body' } },
};

export async function startRecordingService(): Promise<RecordingService> {
  const server = await startFaultServer();
  const arrivedAt = new Map<string, number[]>();
  let page = '';
  let current = 0;
  let most = 0;

  const decide: FaultHandler = async ({ headers, path }) => {
    arrivedAt.set(path, [...(arrivedAt.get(path) ?? []), performance.now()]);
    // The second request is read as a whole, and its connection ends before the response.
    if (/^\/(?:once|apps)\//.test(path) && server.requests.filter((one) => one.path === path).length === 2)
      return { fault: { kind: 'limit-data', phase: 'after-request-body' } };
    // The first of each two requests, of either entry.
    if (path === '/paused' && server.requests.filter((one) => one.path === path).length % 2 === 1)
      return { answer: { status: 429, headers: { 'retry-after': '1' } } };
    if (path === '/refused')
      return { answer: { status: 401, body: `${headers.get('authorization')} is wrong` } };
    if (path === '/silent') return { fault: { kind: 'timeout', phase: 'after-request-body' } };
    if (path === '/redirect/read') return redirect(302, '/ok');
    if (path === '/redirect/write') return redirect(307, '/target');
    if (path.startsWith('/redirect/to/'))
      return redirect(302, `http://127.0.0.1:${path.split('/').at(-1)}/other`);
    if (path === '/whole')
      return { answer: { headers: { 'content-encoding': 'gzip' }, body: new Uint8Array(zipped) } };
    if (path === '/light/emails') return { answer: { body: '{"id":"re1"}' } };
    if (path === '/light/refused/emails') return { answer: { status: 401, body: '{}' } };
    if (path === '/light/lost/emails') return { fault: { kind: 'limit-data', phase: 'after-request-body' } };
    const routed = routeAnswers[path.replace(/\/driving-car.*/, '')];
    if (routed !== undefined) return routed;
    const cut = cutAnswers[path];
    if (cut !== undefined) return { answer: { raw: cut } };
    if (path === '/page')
      return {
        answer: { headers: { 'content-type': 'text/html' }, body: '<script src="/program.js"></script>' },
      };
    if (path === '/program.js')
      return { answer: { headers: { 'content-type': 'text/javascript' }, body: page } };
    if (path === '/two-at-once') {
      most = Math.max(most, ++current);
      await new Promise((resolve) => setTimeout(resolve, 20));
      current -= 1;
    }
    return {};
  };
  server.respond(decide);

  return {
    server,
    url: server.url,
    arrivals: (path) => arrivedAt.get(path) ?? [],
    mostAtOnce: () => most,
    servePage: (program) => {
      page = program;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

function redirect(status: number, location: string) {
  return { answer: { status, headers: { location } } };
}
