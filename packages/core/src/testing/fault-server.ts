import { randomInt } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createRuntime, type Runtime } from '../time/runtime.ts';
import {
  createRuleBook,
  type Fault,
  type FaultHandler,
  type FaultRule,
  type RawAnswer,
  type RuleBook,
} from './fault-rules.ts';
import { serveConnection } from './http-connection.ts';
import type { RecordedRequest } from './recorded-request.ts';
import { seededRandom } from './seeded-random.ts';
import { createWire } from './wire.ts';

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

/**
 * An HTTP/1.1 server on loopback that responds by rules and injects failures: nine kinds of faults, in any
 * phase of a request.
 *
 * @public
 */
export interface FaultServer {
  /** `http://127.0.0.1:<port>`. Stays the same through `down` and `up`. */
  readonly url: string;
  /** All requests whose request line arrived, in that order. */
  readonly requests: readonly RecordedRequest[];
  /** Number of connections since the start, and of open connections. */
  readonly connections: { readonly total: number; readonly open: number };
  /** The injected faults, in order. */
  readonly faults: readonly Fault[];
  /** Adds a rule. The first added rule that matches a request counts. */
  respond(rule: FaultRule | FaultHandler): void;
  /** Adds a rule that responds with these bytes unchanged. */
  answerRaw(raw: RawAnswer['raw'], options?: Omit<RawAnswer, 'raw'> & Pick<FaultRule, 'when'>): void;
  /** Resolves when the condition is true; it is evaluated now and after every event on the server. */
  waitUntil(condition: (server: FaultServer) => boolean, signal?: AbortSignal): Promise<void>;
  /** Breaks every connection and refuses new ones. */
  down(): void;
  /** Accepts connections again, on the same port, unless a rule says that the next one is refused too. */
  up(): Promise<void>;
  /** Breaks every connection and frees the port. May be called twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const host = '127.0.0.1';

/** Starts a {@link FaultServer} on a free port. @public */
export async function startFaultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const rules = createRuleBook();
  for (const rule of options.rules ?? []) rules.add(rule);
  const runtime = options.runtime ?? { ...createRuntime(), random: seededRandom(1) };
  const events = new EventEmitter().setMaxListeners(0);
  const changed = () => void events.emit('change');
  const requests: RecordedRequest[] = [];
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  let total = 0;

  const accept = (socket: Socket) => {
    const connection = ++total;
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      changed();
    });
    void serveConnection(createWire(socket, runtime), {
      connection,
      connectionRule: rules.forConnection(),
      rulesFor: (request) => rules.forRequest(request),
      record(request) {
        requests.push(request);
        changed();
      },
      noteFault(fault) {
        faults.push(fault);
        changed();
      },
      goDown: () => void listener.close(),
    });
    closeIfDownNext(rules, listener);
    changed();
  };
  const listener = createServer({ allowHalfOpen: true, pauseOnConnect: true }, accept);
  const port = await listenOnReservedPort(listener);
  closeIfDownNext(rules, listener);

  const down = () => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  const close = async () => {
    down();
    await Promise.all([...sockets].map((socket) => (socket.closed ? undefined : once(socket, 'close'))));
  };
  const server: FaultServer = {
    url: `http://${host}:${port}`,
    requests,
    connections: {
      get total() {
        return total;
      },
      get open() {
        return sockets.size;
      },
    },
    faults,
    respond(rule) {
      rules.add(rule);
      closeIfDownNext(rules, listener);
    },
    answerRaw(raw, { when, end } = {}) {
      rules.add({ ...(when === undefined ? {} : { when }), answer: { raw, end } });
    },
    async waitUntil(condition, signal) {
      const watch = signal === undefined ? {} : { signal };
      while (!condition(server)) await once(events, 'change', watch);
    },
    down,
    async up() {
      if (listener.listening) return;
      if (rules.isDownNext()) rules.countRefused();
      if (!rules.isDownNext()) await listen(listener, port);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return server;
}

// Below the ephemeral ports of operating systems: while the server is down, no other program gets its port.
const reservedPorts = { from: 20_000, to: 30_000 };

async function listenOnReservedPort(listener: Server): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const port = randomInt(reservedPorts.from, reservedPorts.to);
    const isTaken = await listen(listener, port).then(
      () => false,
      () => true,
    );
    if (!isTaken) return port;
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

function closeIfDownNext(rules: RuleBook, listener: Server): void {
  if (rules.isDownNext()) listener.close();
}
