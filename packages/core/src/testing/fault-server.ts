import { randomInt } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { meantOption } from '../options/meant-option.ts';
import { type OptionNames, refuseUnknown } from '../options/refuse-unknown.ts';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import { type Fault, type FaultHandler, type FaultRule, type RawAnswer, RuleBook } from './fault-rules.ts';
import { HttpConnection } from './http-connection.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { seededRandom } from './seeded-random.ts';
import { Wire } from './wire.ts';

const optionNames: OptionNames<FaultServerOptions> = { rules: 0, runtime: 0 };

/** Options of `startFaultServer()`. @public */
export interface FaultServerOptions {
  /** Initial rules; add more with `respond`. */
  readonly rules?: readonly (FaultRule | FaultHandler)[] | undefined;
  /**
   * The clock and the random numbers of the server's own waits and jitter.
   *
   * @defaultValue the platform's clock, seeded random numbers
   */
  readonly runtime?: Pick<Runtime, 'sleep' | 'random'> | undefined;
}

const host = '127.0.0.1';

/**
 * An HTTP/1.1 server on loopback that responds by rules and injects failures: nine kinds of faults, in any
 * phase of a request. `startFaultServer()` starts one. @public
 */
export class FaultServer {
  /** All requests whose request line arrived, in that order. */
  readonly requests: readonly RecordedRequest[] = [];
  /** The injected faults, in order. */
  readonly faults: readonly Fault[] = [];
  readonly #rules = new RuleBook();
  readonly #runtime: Pick<Runtime, 'sleep' | 'random'>;
  readonly #events = new EventEmitter().setMaxListeners(0);
  readonly #sockets = new Set<Socket>();
  readonly #listener = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) =>
    this.#accept(socket),
  );
  #connections = 0;
  #port = 0;

  private constructor({ rules = [], runtime }: FaultServerOptions) {
    for (const rule of rules) this.#rules.add(rule);
    this.#runtime = runtime ?? { ...createRuntime(), random: seededRandom(1) };
  }

  static async start(options: FaultServerOptions): Promise<FaultServer> {
    const server = new FaultServer(options);
    server.#port = await listenOnReservedPort(server.#listener);
    server.#closeIfDownNext();
    return server;
  }

  /** `http://127.0.0.1:<port>`. Stays the same through `down` and `up`. */
  get url(): string {
    return `http://${host}:${this.#port}`;
  }

  /** Number of connections since the start, and of open connections. */
  get connections(): { readonly total: number; readonly open: number } {
    return { total: this.#connections, open: this.#sockets.size };
  }

  /** Adds a rule. The first added rule that matches a request counts. */
  respond(rule: FaultRule | FaultHandler): void {
    this.#rules.add(rule);
    this.#closeIfDownNext();
  }

  /** Adds a rule that responds with these bytes unchanged. */
  answerRaw(
    raw: RawAnswer['raw'],
    { when, end }: Omit<RawAnswer, 'raw'> & Pick<FaultRule, 'when'> = {},
  ): void {
    this.#rules.add({ ...(when === undefined ? {} : { when }), answer: { raw, end } });
  }

  /** Resolves when the condition is true; it is evaluated now and after every event on the server. */
  async waitUntil(condition: (server: FaultServer) => boolean, signal?: AbortSignal): Promise<void> {
    const watch = signal === undefined ? {} : { signal };
    while (!condition(this)) await once(this.#events, 'change', watch);
  }

  /** Breaks every connection and refuses new ones. */
  down(): void {
    this.#listener.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Accepts connections again, on the same port, unless a rule says that the next one is refused too. */
  async up(): Promise<void> {
    if (this.#listener.listening) return;
    if (this.#rules.isDownNext()) this.#rules.countRefused();
    if (!this.#rules.isDownNext()) await listen(this.#listener, this.#port);
  }

  /** Breaks every connection and frees the port. May be called twice. */
  async close(): Promise<void> {
    this.down();
    const open = [...this.#sockets].filter((socket) => !socket.closed);
    await Promise.all(open.map((socket) => once(socket, 'close')));
    rest(this.#port);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #accept(socket: Socket): void {
    this.#connections += 1;
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.#events.emit('change');
    });
    const connection = new HttpConnection(new Wire(socket, this.#runtime), {
      connection: this.#connections,
      connectionRule: this.#rules.forConnection(),
      rulesFor: (request) => this.#rules.forRequest(request),
      record: (request) => this.#note(this.requests, request),
      noteFault: (fault) => this.#note(this.faults, fault),
      goDown: () => this.#listener.close(),
    });
    void connection.serve();
    this.#closeIfDownNext();
    this.#events.emit('change');
  }

  #note<Item>(list: readonly Item[], item: Item): void {
    (list as Item[]).push(item);
    this.#events.emit('change');
  }

  #closeIfDownNext(): void {
    if (this.#rules.isDownNext()) this.#listener.close();
  }
}

/** Starts a {@link FaultServer} on a free port. @public */
export function startFaultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  refuseUnknown(options, optionNames, 'startFaultServer()', meantOption);
  return FaultServer.start(options);
}

// Below the ephemeral ports of operating systems: while the server is down, no other program gets its port.
const reservedPorts = { from: 20_000, to: 30_000 };
/** Ports that no new server of this process gets: of servers until `close()`, and the last ones after it. */
const claimedPorts = new Set<number>();
const restingPorts: number[] = [];

/**
 * A port rests after `close()`: the platform's fetch may not have seen yet that its kept connection has
 * ended, and would send the first request of the next server with this port over it.
 */
function rest(port: number): void {
  if (restingPorts.includes(port)) return;
  restingPorts.push(port);
  if (restingPorts.length > 1_000) claimedPorts.delete(restingPorts.shift() ?? port);
}

async function listenOnReservedPort(listener: Server): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const port = randomInt(reservedPorts.from, reservedPorts.to);
    if (claimedPorts.has(port)) continue;
    claimedPorts.add(port);
    const isTaken = await listen(listener, port).then(
      () => false,
      () => true,
    );
    if (!isTaken) return port;
    claimedPorts.delete(port);
  }
  return listen(listener, 0);
}

async function listen(listener: Server, port: number): Promise<number> {
  // For many concurrent clients: with Node's default of 511, the system may reset connections that a busy
  // machine accepts late.
  listener.listen({ port, host, backlog: 4_096 });
  await once(listener, 'listening');
  const address = listener.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
