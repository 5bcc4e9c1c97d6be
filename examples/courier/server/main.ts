import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { createServer as createVite } from 'vite';
import { listCouriers, order, reachOf } from './dispatch.ts';
import { town } from './town.ts';

const { PORT = '3000', SANDBOX_URL } = process.env;
const { REALTIME_APP_KEY: key, REALTIME_HOST: host, REALTIME_PORT } = process.env;
const realtime = { key, host, port: Number(REALTIME_PORT) };

/** The API of the page. The keys of mail and channels stay here. */
async function answer(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (pathname === '/api/start') return { ...town, couriers: listCouriers(), realtime };
  if (pathname === '/api/reach') return reachOf(searchParams.get('courier') ?? '');
  const { place, customer } = (await json(request)) as { place: string; customer: string };
  const { position } = town.places.find(({ name }) => name === place) ?? { position: [10, 50] as const };
  return order(place, [position[0], position[1]], customer);
}

const server = createServer((request, response) => {
  if (!request.url?.startsWith('/api/')) return vite.middlewares(request, response);
  answer(request).then(
    (value) => response.setHeader('content-type', 'application/json').end(JSON.stringify(value ?? null)),
    (error) => response.writeHead(500).end(error.message),
  );
});
const vite = await createVite({
  root: `${import.meta.dirname}/..`,
  server: { middlewareMode: true, hmr: { server } },
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The couriers:  http://127.0.0.1:${PORT}/`);
  console.log(`Their mail:    ${SANDBOX_URL}`);
});
