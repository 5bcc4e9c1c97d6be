// One client in one process, started with --expose-gc: reads large responses and reports the growth of its
// heap.
const [name = '', origin = ''] = process.argv.slice(2);
const read = await open();
await many(5);

process.on('message', async () => {
  const before = await heap();
  await many(200);
  process.send?.((await heap()) - before);
});
process.on('disconnect', () => process.exit());
process.send?.(0);

async function many(answers: number): Promise<void> {
  for (let answer = 0; answer < answers; answer += 1) await read();
}

async function open(): Promise<() => Promise<unknown>> {
  const url = `${origin}/large`;
  if (name === 'fetch') return async () => (await fetch(url)).json();
  if (name === 'ky') {
    const { default: ky } = await import('ky');
    return () => ky(url).json();
  }
  const core = await import('@org/core');
  const { createNodeTransport } = await import('@org/core/node');
  const transport = name.endsWith('node:http') ? { transport: createNodeTransport() } : {};
  const client = core.createServiceClient({ name: 'bench', baseUrl: origin, auth: core.noAuth() }, transport);
  return async () => (await client.request({ method: 'GET', path: '/large' })).json();
}

async function heap(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
