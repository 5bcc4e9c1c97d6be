// One GET and one POST for every client in the comparison: a small JSON response, read and parsed. Each
// client is loaded only in the process that uses it.

export interface Contender {
  get(): Promise<unknown>;
  post(): Promise<unknown>;
}

export type Open = (origin: string) => Promise<Contender>;

export const payload = { to: 'bob@example.com', subject: 'Hi', text: 'x'.repeat(500) };
const body = JSON.stringify(payload);
const bearer = { authorization: 'Bearer secret-of-32-characters-or-so-00' };
const json = { 'content-type': 'application/json' };

export const contenders: Readonly<Record<string, Open>> = {
  async fetch(origin) {
    const call = async (path: string, init: RequestInit) => (await fetch(`${origin}${path}`, init)).json();
    return {
      get: () => call('/get', { headers: bearer }),
      post: () => call('/post', { method: 'POST', headers: { ...bearer, ...json }, body }),
    };
  },

  async 'undici.request'(origin) {
    const { request } = await import('undici');
    return {
      get: async () => (await request(`${origin}/get`, { headers: bearer })).body.json(),
      post: async () =>
        (
          await request(`${origin}/post`, { method: 'POST', headers: { ...bearer, ...json }, body })
        ).body.json(),
    };
  },

  async 'node:http'(origin) {
    const { Agent, request } = await import('node:http');
    const agent = new Agent({ keepAlive: true });
    const call = (path: string, method: string, headers: Record<string, string>, sent?: string) =>
      new Promise((resolve, reject) => {
        const outgoing = request(`${origin}${path}`, { method, headers, agent }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
        });
        outgoing.on('error', reject).end(sent);
      });
    return {
      get: () => call('/get', 'GET', bearer),
      post: () => call('/post', 'POST', { ...bearer, ...json }, body),
    };
  },

  // ky alone with the options that core uses: one attempt, no redirects, no thrown status, one timeout and
  // one signal for headers and body.
  async 'ky, same options'(origin) {
    const { default: ky } = await import('ky');
    const options = () =>
      ({
        headers: bearer,
        signal: new AbortController().signal,
        retry: 0,
        throwHttpErrors: false,
        redirect: 'manual',
        timeout: false,
        totalTimeout: 30_000,
      }) as const;
    return {
      get: () => ky.get(`${origin}/get`, options()).json(),
      post: () => ky.post(`${origin}/post`, { ...options(), json: payload }).json(),
    };
  },

  async 'ky, defaults'(origin) {
    const { default: ky } = await import('ky');
    return {
      get: () => ky.get(`${origin}/get`, { headers: bearer }).json(),
      post: () => ky.post(`${origin}/post`, { headers: bearer, json: payload }).json(),
    };
  },

  async axios(origin) {
    const { default: axios } = await import('axios');
    const client = axios.create({ baseURL: origin, headers: bearer });
    return {
      get: async () => (await client.get('/get')).data,
      post: async () => (await client.post('/post', payload)).data,
    };
  },

  async got(origin) {
    const { default: got } = await import('got');
    const { Agent } = await import('node:http');
    const client = got.extend({
      prefixUrl: origin,
      headers: bearer,
      agent: { http: new Agent({ keepAlive: true }) },
    });
    return {
      get: () => client.get('get').json(),
      post: () => client.post('post', { json: payload }).json(),
    };
  },

  async ofetch(origin) {
    const { ofetch } = await import('ofetch');
    const client = ofetch.create({ baseURL: origin, headers: bearer });
    return {
      get: () => client('/get'),
      post: () => client('/post', { method: 'POST', body: payload }),
    };
  },

  '@org/core on fetch': (origin) => pipeline(origin, { runtime: { fetch: (url, init) => fetch(url, init) } }),

  async '@org/core on node:http'(origin) {
    const { createNodeTransport } = await import('@org/core/node');
    return pipeline(origin, { transport: createNodeTransport() });
  },

  async '@org/core on undici'(origin) {
    const { createUndiciTransport } = await import('@org/core/undici');
    return pipeline(origin, { transport: createUndiciTransport() });
  },
};

async function pipeline(
  origin: string,
  options: import('@org/core/driver').EngineOptions = {},
): Promise<Contender> {
  const core = await import('@org/core');
  const client = core.createServiceClient(
    {
      name: 'bench',
      baseUrl: origin,
      auth: core.bearerAuth(),
      credential: bearer.authorization.slice('Bearer '.length),
      limits: [core.perWindow(10_000_000, 1_000)],
    },
    options,
  );
  const get = core.defineOperation({
    name: 'thing.get',
    safety: 'read',
    encode: () => ({ method: 'GET', path: '/get' }),
    decode: (answer) => answer.json(),
  });
  const post = core.defineOperation({
    name: 'thing.create',
    safety: 'keyed',
    encode: (input: typeof payload) => ({ method: 'POST', path: '/post', json: input }),
    decode: (answer) => answer.json(),
  });
  return {
    get: () => client.execute(get, undefined),
    post: () => client.execute(post, payload),
  };
}
