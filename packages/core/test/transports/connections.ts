import dns from 'node:dns';
import { type AddressInfo, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { startFaultServer } from '../../src/testing/index.ts';
import { clientOver, endOf, get, ok, onlyStatus, post, served } from './calls.ts';
import type { Probe, Topic } from './row.ts';

type Lookup = typeof dns.lookup;

/** All names resolve to these addresses, or fail with this code. */
const named =
  (outcome: string | readonly string[], act: (over: Parameters<Probe>[0]) => Promise<string>): Probe =>
  async (over) => {
    const original = dns.lookup;
    const lookup = (
      _host: string,
      options: { readonly all?: boolean },
      done: (...args: unknown[]) => void,
    ) => {
      if (typeof outcome === 'string')
        return done(Object.assign(new Error(outcome), { code: outcome, syscall: 'getaddrinfo' }));
      const all = outcome.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      if (options.all) done(null, all);
      else done(null, all[0]?.address, all[0]?.family);
    };
    Object.assign(dns, { lookup: lookup as unknown as Lookup });
    try {
      return await act(over);
    } finally {
      Object.assign(dns, { lookup: original });
    }
  };

const unnamed = (code: string): Probe =>
  named(code, async (over) => {
    await using client = clientOver(over, 'https://api.acme.test');
    return await endOf(client.request(post), onlyStatus);
  });

/** The end of a request to a port of this machine that nobody listens on. */
const refused: Probe = async (over) => {
  await using server = await startFaultServer();
  server.down();
  await using client = clientOver(over, server.url);
  return await endOf(client.request(post), onlyStatus);
};

/** A host with two addresses, of which the first has nobody. */
const secondAddress: Probe = named(['::1', '127.0.0.1'], async (over) => {
  await using server = await startFaultServer();
  await using client = clientOver(over, server.url.replace('127.0.0.1', 'api.localhost'));
  return await endOf(client.request(get), onlyStatus);
});

/** A port that the Fetch standard blocks; nobody listens on it. */
const blocked: Probe = async (over) => {
  await using client = clientOver(over, 'http://127.0.0.1:6566');
  return await endOf(client.request(post), onlyStatus);
};

const faulty = (
  kind: 'limit-data' | 'reset-peer',
  phase: 'before-accept' | 'after-request-body' | 'mid-response-body',
): Probe =>
  served(async (client, server) => {
    server.respond({ fault: { kind, phase } });
    return endOf(client.request(get), onlyStatus);
  });

/** The second request on a connection that the service ends meanwhile: arrivals of it. */
const keptUntil =
  (end: 'before' | 'at'): Probe =>
  async (over) => {
    let arrivals = 0;
    let closed = () => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = createServer((socket) => {
      let served = 0;
      socket.on('error', () => {});
      socket.on('close', closed);
      socket.on('data', () => {
        served += 1;
        if (served === 2) {
          arrivals += 1;
          return void socket.resetAndDestroy();
        }
        if (arrivals > 0 || served === 1) socket.write(ok('ok'));
        if (end === 'before') socket.end();
      });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await using client = clientOver(over, `http://127.0.0.1:${port}`);
    const act = { method: 'POST', path: '/things' } as const;
    await client.request(act);
    if (end === 'before') await isClosed;
    // undici keeps a connection from the next turn on.
    await setImmediate();
    const second = await endOf(client.request(act), onlyStatus);
    server.close();
    return end === 'before' ? second : `${second}; ${arrivals} arrived`;
  };

export const connections: Topic = {
  title: 'Connections',
  takesTurns: true,
  rows: [
    {
      case: 'a name that does not exist',
      probe: unnamed('ENOTFOUND'),
      end: 'NetworkError, not-sent, retryable',
    },
    {
      case: 'a resolver that does not answer for now',
      probe: unnamed('EAI_AGAIN'),
      end: 'NetworkError, not-sent, retryable',
    },
    { case: 'nobody listens on the port', probe: refused, end: 'NetworkError, not-sent, retryable' },
    {
      case: 'nobody listens on the first of two addresses',
      probe: secondAddress,
      end: '200',
    },
    {
      case: 'a port that Fetch blocks',
      probe: blocked,
      end: 'NetworkError, not-sent, retryable',
      but: { fetch: 'NetworkError, not-sent' },
    },
    {
      case: 'closed before the request is read',
      probe: faulty('limit-data', 'before-accept'),
      end: 'NetworkError, unknown, retryable',
    },
    {
      case: 'reset before the request is read',
      probe: faulty('reset-peer', 'before-accept'),
      end: 'NetworkError, unknown, retryable',
    },
    {
      case: 'closed after the request',
      probe: faulty('limit-data', 'after-request-body'),
      end: 'NetworkError, unknown, retryable',
    },
    {
      case: 'reset after the request',
      probe: faulty('reset-peer', 'after-request-body'),
      end: 'NetworkError, unknown, retryable',
    },
    {
      case: 'closed half-way through the body',
      probe: faulty('limit-data', 'mid-response-body'),
      end: 'NetworkError, unknown, retryable',
    },
    {
      case: 'reset half-way through the body',
      probe: faulty('reset-peer', 'mid-response-body'),
      end: 'NetworkError, unknown, retryable',
    },
    { case: 'a kept connection that was closed meanwhile', probe: keptUntil('before'), end: '200' },
    {
      case: 'a kept connection that is reset at a POST',
      probe: keptUntil('at'),
      end: 'NetworkError, unknown; 1 arrived',
    },
  ],
};
