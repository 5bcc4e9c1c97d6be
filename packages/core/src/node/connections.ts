import type { Agent, AgentOptions, ClientRequest, RequestOptions } from 'node:http';

/** Options of `createNodeTransport()`. Node's own defaults: TLS trusts the system's authorities. @public */
export interface NodeTransportOptions {
  /** Certificate authorities to trust instead of the system's, as PEM. */
  readonly ca?: PemInput | undefined;
  /** The client's certificate chain, as PEM (mutual TLS). */
  readonly cert?: PemInput | undefined;
  /** The private key of `cert`, as PEM. */
  readonly key?: PemInput | undefined;
  /** The passphrase of `key`. */
  readonly passphrase?: string | undefined;
  /** The name in the service's certificate, if it is not the host of the URL. */
  readonly servername?: string | undefined;
  /**
   * Your own agent for the protocol of the base URL (`http.Agent` or `https.Agent`): for a proxy, or with
   * other limits. Set the options above on it. `close()` does not close it.
   */
  readonly agent?: object | undefined;
}

/** Keys or certificates in PEM format, one or several. @public */
export type PemInput = string | Uint8Array | readonly (string | Uint8Array)[];

/** Starts one request on a new or an idle connection. */
export type OpenRequest = (options: RequestOptions) => ClientRequest;

// The choice of Node's global agent; a service's Keep-Alive header shortens it.
const idleMs = 5_000;
const keep = { keepAlive: true, scheduling: 'lifo', timeout: idleMs } as const;

/** The connections of one transport. Node's modules are loaded with the first request that needs them. */
export class Connections {
  readonly #options: NodeTransportOptions;
  readonly #agents: Agent[] = [];
  readonly #ready = new Map<string, OpenRequest>();

  constructor(options: NodeTransportOptions) {
    this.#options = options;
  }

  get(protocol: string): OpenRequest {
    return this.#ready.get(protocol) ?? this.#load(protocol);
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy();
  }

  #load(protocol: string): OpenRequest {
    // import() reads every export of node:http, and so loads its WebSocket with the platform's fetch: a first
    // request would take five times as long.
    const module = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
    const { agent: given, ...tls } = this.#options;
    // Node's global agent knows the proxies of the environment (NODE_USE_ENV_PROXY, --use-env-proxy).
    const { proxyEnv }: Pick<AgentOptions, 'proxyEnv'> = Reflect.get(module.globalAgent, 'options') ?? {};
    const own = { ...keep, ...(proxyEnv && { proxyEnv }), ...(tls as object) };
    const agent = (given as Agent | undefined) ?? new module.Agent(own);
    if (given === undefined) this.#agents.push(agent);
    const open: OpenRequest = (request) => {
      request.agent = agent;
      return module.request(request);
    };
    this.#ready.set(protocol, open);
    return open;
  }
}
