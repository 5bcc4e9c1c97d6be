import { startConnectProxy } from '../connect-proxy.ts';
import { agentsKnowProxies, behind } from './behind-proxy.ts';
import { clientOver, endOf, onlyStatus, post } from './calls.ts';
import type { Probe, Row, Topic } from './row.ts';

type Answer = Parameters<typeof startConnectProxy>[0];

/** Proxies that open no tunnel. Each gives its URL to `ask`. */
const failing =
  (answer: Answer, change: (url: string) => string = (url) => url) =>
  async (ask: (proxy: string) => Promise<string>): Promise<string> => {
    await using proxy = await startConnectProxy(answer);
    return await ask(change(proxy.url));
  };

const refusing: Answer = (socket) => void socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');

export const failingProxies = {
  'a proxy that wants another password': failing(undefined, (url) => url.replace('ann:', 'eve:')),
  'a proxy that cannot reach the service': failing(refusing),
  'a proxy that hangs up': failing((socket) => void socket.destroy()),
  'a proxy that does not answer': failing(() => {}),
  'a proxy that is down': async (ask: (proxy: string) => Promise<string>) => {
    const gone = await startConnectProxy();
    await gone[Symbol.asyncDispose]();
    return await ask(gone.url);
  },
} as const;

const through =
  (name: keyof typeof failingProxies): Probe =>
  (over) =>
    failingProxies[name](async (proxy) => {
      const environment = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: '' };
      const { transport, close } = behind[over.name](environment);
      await using client = clientOver({ ...over, transport }, 'https://api.acme.test', { timeoutMs: 1_000 });
      const end = await endOf(client.request(post), onlyStatus);
      await close();
      return end;
    });

const unreached = 'NetworkError, not-sent, retryable';

const throughRows: readonly Row[] = [
  {
    case: 'a proxy that wants another password',
    probe: through('a proxy that wants another password'),
    end: 'NetworkError, not-sent',
  },
  {
    case: 'a proxy that cannot reach the service',
    probe: through('a proxy that cannot reach the service'),
    end: unreached,
  },
  { case: 'a proxy that hangs up', probe: through('a proxy that hangs up'), end: unreached },
  { case: 'a proxy that is down', probe: through('a proxy that is down'), end: unreached },
  {
    case: 'a proxy that does not answer',
    probe: through('a proxy that does not answer'),
    end: 'TimeoutError, not-sent, retryable',
    but: { fetch: 'TimeoutError, unknown' },
  },
];

export const tunnels: Topic = {
  title: 'A proxy for an https service',
  takesTurns: true,
  rows: throughRows,
  isAbsent: !agentsKnowProxies,
};
