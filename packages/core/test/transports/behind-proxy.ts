import http, { Agent } from 'node:http';
import https from 'node:https';
import { EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import { createFetchTransport } from '../../src/http/fetch-transport.ts';
import type { Runtime, Transport } from '../../src/index.ts';
import { createNodeTransport } from '../../src/node/index.ts';
import { createUndiciTransport } from '../../src/undici/index.ts';
import type { TransportName } from './row.ts';

/** Agents of Node know proxies from 24.5 and 22.21 on. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
export const agentsKnowProxies = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);

export type Environment = Readonly<Record<'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY', string>>;
interface Behind {
  readonly transport: Transport;
  close(): unknown;
}

/** A transport in a program with these variables and `NODE_USE_ENV_PROXY=1`. */
export const behind: Readonly<Record<TransportName, (environment: Environment) => Behind>> = {
  'node:http': (environment) => {
    const [plain, secure] = [http.globalAgent, https.globalAgent];
    http.globalAgent = new Agent({ proxyEnv: environment });
    https.globalAgent = new https.Agent({ proxyEnv: environment });
    const transport = createNodeTransport();
    const close = () => {
      http.globalAgent = plain;
      https.globalAgent = secure;
      transport.close();
    };
    return { transport, close };
  },
  undici: (environment) => {
    const dispatcher = agentOf(environment);
    return { transport: createUndiciTransport({ dispatcher }), close: () => dispatcher.destroy() };
  },
  fetch: (environment) => {
    const dispatcher = agentOf(environment);
    const fetch = ((url: string, init: object) =>
      undiciFetch(url, { ...init, dispatcher })) as unknown as Runtime['fetch'];
    const send = createFetchTransport();
    const transport: Transport = (request) => send({ ...request, runtime: { ...request.runtime, fetch } });
    return { transport, close: () => dispatcher.destroy() };
  },
};

const agentOf = ({ HTTP_PROXY, HTTPS_PROXY, NO_PROXY }: Environment) =>
  new EnvHttpProxyAgent({ httpProxy: HTTP_PROXY, httpsProxy: HTTPS_PROXY, noProxy: NO_PROXY });
