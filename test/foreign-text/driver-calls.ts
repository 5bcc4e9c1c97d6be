import { createEmailClient } from '@org/email';
import { createRoutingClient } from '@org/routing';
import { callsOf as mailCallsOf, mailDrivers } from './mail-drivers.ts';
import { callsOf as routingCallsOf, routingDrivers } from './routing-drivers.ts';

/** Every kind of secret that a driver takes. */
export interface Secrets {
  readonly key: string;
  readonly secondKey: string;
  readonly token: string;
  readonly webhookSecret: string;
}

export interface Call {
  readonly name: string;
  run(): Promise<unknown>;
}

type Fetch = (request: Request) => Response | Promise<Response>;
type ClientOptions = Omit<Parameters<typeof createRoutingClient>[0], 'driver' | 'runtime'>;

/** A driver, and the calls of a client on it: each a method with valid input. */
export interface DriverCalls {
  readonly name: string;
  callsOf(secrets: Secrets, fetch: Fetch, options?: ClientOptions): readonly Call[];
  /** Only those that reach the network: a driver refuses others before a request. */
  open(secrets: Secrets, fetch: Fetch): Promise<readonly Call[]>;
}

const limits = { limiter: false, retry: { maxAttempts: 1 } } as const;

/** All drivers of HTTP services. */
export const drivers: readonly DriverCalls[] = [
  ...Object.entries(mailDrivers).map(([name, driver]) =>
    driverCalls(name, (secrets, fetch, options) =>
      mailCallsOf(createEmailClient({ driver: driver(secrets), runtime: { fetch }, ...limits, ...options })),
    ),
  ),
  ...Object.entries(routingDrivers).map(([name, driver]) =>
    driverCalls(`${name} (routing)`, (secrets, fetch, options) =>
      routingCallsOf(
        createRoutingClient({ driver: driver(secrets), runtime: { fetch }, ...limits, ...options }),
      ),
    ),
  ),
];

function driverCalls(
  name: string,
  callsOf: (secrets: Secrets, fetch: typeof globalThis.fetch, options: ClientOptions) => readonly Call[],
): DriverCalls {
  const open: DriverCalls['callsOf'] = (secrets, answer, options = {}) =>
    callsOf(secrets, async (input, init) => answer(new Request(input, init)), options);
  return {
    name,
    callsOf: open,
    async open(secrets, answer) {
      let sent = 0;
      let current: Fetch = () => new Response('{}', { status: 400 });
      const calls: Call[] = [];
      const counted: Fetch = (request) => {
        sent += 1;
        return current(request);
      };
      for (const call of open(secrets, counted)) {
        sent = 0;
        await call.run().catch(() => undefined);
        if (sent > 0) calls.push(call);
      }
      current = answer;
      return calls;
    },
  };
}
