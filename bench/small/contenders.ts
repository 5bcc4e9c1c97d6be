// Three small calls by every client in the comparison. Each client is loaded only in the process that uses
// it.
import type { EngineOptions } from '@org/core/driver';

export type Task = 'get' | 'mail' | 'directions';
type Open = (origin: string) => Promise<() => Promise<unknown>>;

const key = 'sk_secret-of-32-characters-or-so-0';
const bearer = { authorization: `Bearer ${key}` };
const mail = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Your order 17',
  html: `<p>${'Thank you. '.repeat(40)}</p>`,
};
const waypoints: [number, number][] = [
  [8.681495, 49.41461],
  [8.687872, 49.420318],
];

/** A request by hand: what the SDK of the service sends. */
interface Plain {
  readonly path: string;
  readonly body?: unknown;
}
const plain: Readonly<Record<Task, Plain>> = {
  get: { path: '/things/1' },
  mail: { path: '/v1/send', body: { to: mail.to, subject: mail.subject, body: mail.html } },
  directions: { path: '/v2/directions/driving-car/json', body: { coordinates: waypoints } },
};

function initOf({ body }: Plain) {
  if (body === undefined) return { method: 'GET', headers: bearer } as const;
  const headers = { ...bearer, 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(body) } as const;
}

const viaFetch =
  (task: Task): Open =>
  async (origin) =>
  async () =>
    (await fetch(origin + plain[task].path, initOf(plain[task]))).json();

const viaUndici =
  (task: Task): Open =>
  async (origin) => {
    const { request } = await import('undici');
    return async () => (await request(origin + plain[task].path, initOf(plain[task]))).body.json();
  };

const viaKy =
  (task: Task): Open =>
  async (origin) => {
    const { default: ky } = await import('ky');
    return () => ky(origin + plain[task].path, { ...initOf(plain[task]), retry: 0 }).json();
  };

const transports: Readonly<Record<string, () => Promise<EngineOptions>>> = {
  'the default': async () => ({}),
  fetch: async () => ({ runtime: { fetch: (url, init) => fetch(url, init) } }),
  async undici() {
    const { createUndiciTransport } = await import('@org/core/undici');
    return { transport: createUndiciTransport() };
  },
};

const ours: Readonly<Record<Task, (origin: string, options: EngineOptions) => ReturnType<Open>>> = {
  async get(origin, options) {
    const { bearerAuth, createServiceClient, defineOperation, perWindow } = await import('@org/core');
    const limits = [perWindow(10_000_000, 1_000)];
    const service = { name: 'bench', baseUrl: origin, auth: bearerAuth(), credential: key, limits };
    const client = createServiceClient(service, options);
    const read = defineOperation({
      name: 'thing.get',
      safety: 'read',
      encode: (id: number) => ({ method: 'GET', path: `/things/${id}` }),
      decode: (response) => response.json(),
    });
    return () => client.execute(read, 1);
  },
  async mail(origin, options) {
    const { createEmailClient } = await import('@org/email');
    const { createLimiter, perWindow } = await import('@org/email/engine');
    const { plunk } = await import('@org/email/plunk');
    const limiter = createLimiter({ limits: [perWindow(10_000_000, 1_000)] });
    const email = createEmailClient({ driver: plunk({ apiKey: key, baseUrl: origin }), limiter, ...options });
    return () => email.send(mail);
  },
  async directions(origin, options) {
    const { createRoutingClient } = await import('@org/routing');
    const { createLimiter, perWindow } = await import('@org/routing/engine');
    const { openrouteservice } = await import('@org/routing/openrouteservice');
    const limiter = createLimiter({ limits: [perWindow(10_000_000, 1_000)] });
    const driver = openrouteservice({ apiKey: key, baseUrl: origin });
    const routing = createRoutingClient({ driver, limiter, ...options });
    return () => routing.directions({ profile: 'driving', waypoints });
  },
};

const ourWays = (task: Task) =>
  Object.fromEntries(
    Object.entries(transports).map(([name, options]): [string, Open] => [
      `ours, ${name}`,
      async (origin) => ours[task](origin, await options()),
    ]),
  );

const byHand = (task: Task) => ({
  fetch: viaFetch(task),
  'undici.request': viaUndici(task),
  ky: viaKy(task),
});

/** The clients of each call; the first is what the others are compared with. */
export const tasks: Readonly<Record<Task, Readonly<Record<string, Open>>>> = {
  get: { ...byHand('get'), ...ourWays('get') },
  mail: {
    ...byHand('mail'),
    async 'an official SDK'(origin) {
      const { default: module } = await import('@plunk/node');
      // Its types describe the module as if it were not a CommonJS module.
      const Plunk = Reflect.get(module, 'default') as typeof import('@plunk/node').default;
      const client = new Plunk(key, { baseUrl: `${origin}/v1/` });
      return () => client.emails.send({ to: mail.to, subject: mail.subject, body: mail.html });
    },
    ...ourWays('mail'),
  },
  directions: {
    ...byHand('directions'),
    async 'an official SDK'(origin) {
      const name: string = 'openrouteservice-js';
      const { default: Openrouteservice } = await import(name);
      const directions = new Openrouteservice.Directions({ api_key: key, host: origin });
      const query = { profile: 'driving-car', api_version: 'v2', format: 'json' };
      return () => directions.calculate({ ...query, coordinates: waypoints });
    },
    ...ourWays('directions'),
  },
};
