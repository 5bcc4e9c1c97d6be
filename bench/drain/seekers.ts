// Clients without a known limit, which go by the responses: a call ends with a 200, or fails.

export type Seek = () => Promise<unknown>;

export const seekers: Readonly<Record<string, (url: string) => Promise<Seek>>> = {
  async '@org/core'(url) {
    const core = await import('@org/core');
    const { createNodeTransport } = await import('@org/core/node');
    const { origin, pathname, searchParams } = new URL(url);
    const client = core.createServiceClient(
      { name: 'bench', baseUrl: origin, auth: core.noAuth() },
      { transport: createNodeTransport(), limiter: core.createLimiter({ limits: [] }) },
    );
    const query = Object.fromEntries(searchParams);
    return () => client.request({ method: 'GET', path: pathname, query });
  },

  async 'ky, 10 retries'(url) {
    const { default: ky } = await import('ky');
    return () => ky(url, { retry: { limit: 10 }, timeout: false }).json();
  },

  async 'got, 10 retries'(url) {
    const { default: got } = await import('got');
    return () => got(url, { retry: { limit: 10 } }).json();
  },

  async 'bottleneck, retry after a second'(url) {
    const { default: Bottleneck } = await import('bottleneck');
    const limiter = new Bottleneck({ maxConcurrent: 32 });
    limiter.on('failed', async (_error, { retryCount }) => (retryCount < 10 ? 1_000 : undefined));
    return () =>
      limiter.schedule(async () => {
        const response = await fetch(url);
        if (response.status === 429) throw new Error('refused');
        return response.json();
      });
  },
};
