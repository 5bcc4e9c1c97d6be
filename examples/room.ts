// A chat room in React. Run `npx @org/sandbox exec -- node examples/room.ts`, and open two windows.
import { createServer, type Server } from 'node:http';
import { toNodeHandler } from '@org/realtime/node-handler';
import { createAuthHandler, createRealtimeServerClient } from '@org/realtime/server';
import { build } from 'esbuild';

/** Starts the web server of the room. */
export async function startRoom(port: number): Promise<Server> {
  const script = await bundlePage();
  const server = createRealtimeServerClient();
  const authorize = toNodeHandler(
    createAuthHandler(server, {
      // An example has no login: the page says who it is. Yours reads the session of the request.
      authorize: ({ channelName, request }) =>
        channelName === 'presence-room' && { userId: request.headers.get('x-name') ?? 'nobody' },
    }),
  );
  const { REALTIME_APP_KEY: key, REALTIME_HOST: host, REALTIME_PORT: realtimePort } = process.env;
  const settings = JSON.stringify({ key, host, port: Number(realtimePort) });
  const http = createServer((request, response) => {
    if (request.url === '/auth') {
      authorize(request, response);
    } else if (request.url === '/room.js') {
      response.setHeader('content-type', 'text/javascript').end(script);
    } else {
      response.setHeader('content-type', 'text/html').end(page(settings));
    }
  });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  return http.on('close', () => void server.close());
}

const page = (settings: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>A room</title>
<script type="application/json" id="settings">${settings}</script>
<main></main><script type="module" src="/room.js"></script></html>`;

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL('room/page.tsx', import.meta.url).pathname],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' }, // StrictMode mounts each effect twice
  });
  return outputFiles[0]?.text ?? '';
}

if (process.argv[1] === import.meta.filename) {
  await startRoom(3000);
  console.log('http://127.0.0.1:3000/?ann and http://127.0.0.1:3000/?bob');
}
