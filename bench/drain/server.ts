// Loopback services that count their requests: `/fixed`, `/sliding` and `/bucket`, each 100 calls a second,
// one for every query, and `/free`. With `says`, headers state the limit; `others` are the requests of
// another client in a second.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const limit = 100;
const windowMs = 1_000;

interface Count {
  /** How many calls are left after this one, below zero when it is refused; and when there is more. */
  take(now: number): { readonly remaining: number; readonly resetMs: number };
}

const counts: Readonly<Record<string, () => Count>> = {
  free: () => ({ take: () => ({ remaining: limit, resetMs: windowMs }) }),
  fixed: () => {
    let startedAt = Number.NEGATIVE_INFINITY;
    let taken = 0;
    return {
      take(now) {
        if (now >= startedAt + windowMs) {
          startedAt = now;
          taken = 0;
        }
        taken += 1;
        return { remaining: limit - taken, resetMs: startedAt + windowMs - now };
      },
    };
  },
  sliding: () => {
    const taken: number[] = [];
    return {
      take(now) {
        while (taken[0] !== undefined && taken[0] + windowMs <= now) taken.shift();
        const remaining = limit - taken.length - 1;
        if (remaining >= 0) taken.push(now);
        return { remaining, resetMs: (taken[0] ?? now) + windowMs - now };
      },
    };
  },
  bucket: () => {
    let tokens = limit;
    let at = 0;
    return {
      take(now) {
        tokens = Math.min(limit, tokens + ((now - at) * limit) / windowMs);
        at = now;
        if (tokens < 1) return { remaining: -1, resetMs: ((1 - tokens) * windowMs) / limit };
        tokens -= 1;
        return { remaining: Math.floor(tokens), resetMs: ((limit - tokens) * windowMs) / limit };
      },
    };
  },
};

interface Service {
  readonly count: Count;
  calls: number;
  refused: number;
}

const services = new Map<string, Service>();

function open(url: URL): Service | undefined {
  const key = url.pathname + url.search;
  const known = services.get(key);
  if (known !== undefined) return known;
  const count = counts[url.pathname.slice(1)]?.();
  if (count === undefined) return undefined;
  const service = { count, calls: 0, refused: 0 };
  services.set(key, service);
  // Another client of the same account takes its share, evenly.
  const othersPerSecond = Number(url.searchParams.get('others') ?? 0);
  if (othersPerSecond > 0) setInterval(() => count.take(performance.now()), 1_000 / othersPerSecond);
  return service;
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/told') {
    const { calls = 0, refused = 0 } = services.get(url.searchParams.get('of') ?? '') ?? {};
    response.end(JSON.stringify({ calls, refused }));
    return;
  }
  const service = open(url);
  if (service === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { remaining, resetMs } = service.count.take(performance.now());
  const seconds = Math.ceil(resetMs / 1_000);
  service.calls += 1;
  response.setHeader('content-type', 'application/json');
  if (url.searchParams.has('says'))
    response
      .setHeader('ratelimit-limit', `${limit}, ${limit};w=${windowMs / 1_000}`)
      .setHeader('ratelimit-remaining', Math.max(0, remaining))
      .setHeader('ratelimit-reset', seconds);
  if (remaining >= 0) {
    response.end('{"ok":true}');
    return;
  }
  service.refused += 1;
  response.writeHead(429, { 'retry-after': String(seconds) }).end('{}');
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
