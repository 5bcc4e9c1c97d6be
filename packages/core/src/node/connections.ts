import type { Agent, ClientRequest, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { propertyOf } from '../options/own.ts';
import { describeProxy, type Environment, environmentProxy } from './environment-proxy.ts';
import type { NodeTransportOptions } from './options.ts';

/** The connections to the services of one scheme. */
export interface Connection {
  readonly agent: Agent;
  /** `node:http` or `node:https`, whose `request` may be replaced at any time: by a tracer, by a test. */
  readonly module: { request(options: RequestOptions): ClientRequest };
  /** The proxy on the way to a URL, for errors. */
  proxyOf(url: URL): string | undefined;
  /** Where the environment has proxies: the connections that go around them. */
  readonly direct?: Connection | undefined;
}

// The choice of Node's global agent; a service's Keep-Alive header shortens it.
const idleMs = 5_000;
const keep = { keepAlive: true, scheduling: 'lifo', timeout: idleMs } as const;

/** The connections of one transport. Node's modules are loaded with the first request that needs them. */
export class Connections {
  readonly #options: NodeTransportOptions;
  readonly #agents: Agent[] = [];
  readonly #ready = new Map<string, Connection>();

  constructor(options: NodeTransportOptions) {
    this.#options = options;
  }

  get(url: URL): Connection {
    this.#agents.forEach(dropStale);
    const open = this.#ready.get(url.protocol) ?? this.#load(url.protocol);
    return open.direct !== undefined && open.proxyOf(url) === undefined ? open.direct : open;
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }

  #load(protocol: string): Connection {
    // import() reads every export of node:http, and so loads its WebSocket with the platform's fetch: a first
    // request would take five times as long.
    const module = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
    const { agent: given, ...tls } = this.#options;
    // Node's global agent knows the proxies of the environment (NODE_USE_ENV_PROXY, --use-env-proxy).
    const options = propertyOf(given ?? module.globalAgent, 'options');
    const environment = propertyOf(options, 'proxyEnv') as Environment | undefined;
    const proxyOf = (url: URL) => {
      const setting = environment && environmentProxy(url, environment);
      const isOwn = given !== undefined && setting?.value !== process.env[setting?.source ?? ''];
      return setting && describeProxy(isOwn ? { ...setting, source: 'agent' } : setting, url);
    };
    const create = (proxyEnv?: Environment): Agent => {
      const agent = new module.Agent({ ...keep, ...(tls as object), ...(proxyEnv && { proxyEnv }) });
      this.#agents.push(agent);
      return agent;
    };
    // One rule reads NO_PROXY: that of Node's agents has no brackets around an IPv6 address.
    const isOurs = given === undefined && environment !== undefined;
    const agent =
      (given as Agent | undefined) ?? create(isOurs ? { ...environment, ...noBypass } : undefined);
    const direct = isOurs ? { agent: create({}), module, proxyOf } : undefined;
    const open: Connection = { agent, module, proxyOf, direct };
    this.#ready.set(protocol, open);
    return open;
  }
}

/** When a connection had its last response, by a clock that goes on while a machine sleeps. */
export const idleSince = new WeakMap<object, number>();

/** After a standstill of the process, no timer has ended yet the connections that the service has closed. */
function dropStale({ freeSockets }: Agent): void {
  for (const sockets of Object.values(freeSockets))
    for (const socket of sockets?.filter(isStale) ?? []) {
      // Of a list that is used from its end, Node skips what is destroyed only at the front.
      sockets?.splice(sockets.indexOf(socket), 1);
      socket.destroy();
    }
}

const isStale = (socket: Socket): boolean =>
  Date.now() - (idleSince.get(socket) ?? Infinity) >= (socket.timeout || Infinity);

const noBypass = { NO_PROXY: '', no_proxy: '' };
