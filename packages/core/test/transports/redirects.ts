import { bearerAuth, createServiceClient, type RawRequest } from '../../src/index.ts';
import { startFaultServer } from '../../src/testing/index.ts';
import { head } from '../hostile-answer.ts';
import { endOf, get, onlyStatus, post, served } from './calls.ts';
import type { Probe, Topic } from './row.ts';

interface Ways {
  readonly request?: RawRequest;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** From the URLs of the service and of another one. */
  readonly to?: (own: string, other: string) => string;
}

/** A redirect: the end, the keys that arrive, and connections to the other place. */
const redirected =
  ({ request = get, status = 302, headers = {}, to = () => '/end' }: Ways = {}): Probe =>
  async (over) => {
    await using own = await startFaultServer();
    await using other = await startFaultServer();
    own.respond({
      when: { path: '/things' },
      answer: { status, headers: { location: to(own.url, other.url), ...headers } },
    });
    const service = { name: 'acme', baseUrl: own.url, auth: bearerAuth(), credential: 'k' };
    await using client = createServiceClient(service, { transport: over.transport, retry: false });
    const end = await endOf(client.request(request), onlyStatus);
    const keys = own.requests.filter(({ headers }) => headers.get('authorization') === 'Bearer k').length;
    return `${end}; ${keys} with the key${other.connections.total > 0 ? '; the other place was asked' : ''}`;
  };

/** A redirect to a path that the service writes as UTF-8: the path that arrives. */
const beyondAscii: Probe = served(async (client, server) => {
  server.answerRaw(head('302 Found', `Location: /${Buffer.from('café').toString('latin1')}`), {
    when: { nth: 1 },
  });
  await client.request(get);
  return `${server.requests.at(-1)?.path}`;
});

const missing: Probe = served(async (client, server) => {
  server.respond({ answer: { status: 302 } });
  return `${await endOf(client.request(get), onlyStatus)}; ${server.requests.length} arrived`;
});

const done = '200; 2 with the key';
const refused = 'RedirectError, not-sent; 1 with the key';
const round = () => '/things';

export const redirects: Topic = {
  title: 'Redirects',
  rows: [
    { case: 'a GET, within the service', probe: redirected(), end: done },
    {
      case: 'a GET, and the connection is closed',
      probe: redirected({ headers: { connection: 'close' } }),
      end: done,
    },
    {
      case: 'a GET, to another origin',
      probe: redirected({ to: (_own, other) => `${other}/end` }),
      end: refused,
    },
    {
      case: 'a GET, to the same host with a user',
      probe: redirected({ to: (own) => own.replace('//', '//a:b@') }),
      end: refused,
    },
    {
      case: 'a GET, to the same host over TLS',
      probe: redirected({ to: (own) => own.replace('http', 'https') }),
      end: refused,
    },
    { case: 'a GET, without `Location`', probe: missing, end: 'RedirectError, not-sent; 1 arrived' },
    { case: 'a GET, to `/café` in UTF-8', probe: beyondAscii, end: '/caf%c3%a9' },
    {
      case: 'a GET, in a circle',
      probe: redirected({ to: round }),
      end: 'RedirectError, not-sent; 6 with the key',
    },
    { case: 'a GET, status 300', probe: redirected({ status: 300 }), end: refused },
    {
      case: 'a GET, status 304 with `Location`',
      probe: redirected({ status: 304 }),
      end: '304; 1 with the key',
    },
    {
      case: 'a POST, status 303',
      probe: redirected({ request: post, status: 303 }),
      end: 'RedirectError, unknown; 1 with the key',
    },
    { case: 'a POST, status 307', probe: redirected({ request: post, status: 307 }), end: refused },
  ],
};
