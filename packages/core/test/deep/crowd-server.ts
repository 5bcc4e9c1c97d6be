// A service for many connections. Usage: crowd-server.ts; prints its port, ends with its standard input.
//   /things/now    answers at once    /hold           from here on
//   /things/late   after 200 ms       /full?held=100  answers when 100 requests are held
//   /things/held   after the release  /release        lets all go that are held, and those that come later
import { createServer, type ServerResponse } from 'node:http';

const body = JSON.stringify({ id: 'thing-1', name: 'a thing', tags: ['one', 'two', 'three'], ok: true });
const held = new Set<ServerResponse>();
let full: { readonly count: number; readonly answer: () => void } | undefined;
let released = false;

function send(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

function tellWhenFull(): void {
  if (full === undefined || held.size < full.count) return;
  full.answer();
  full = undefined;
}

const server = createServer((request, response) => {
  request.resume();
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/hold') {
    released = false;
    send(response);
  } else if (pathname === '/full') {
    full = { count: Number(searchParams.get('held')), answer: () => send(response) };
    tellWhenFull();
  } else if (pathname === '/release') {
    released = true;
    for (const each of held) send(each);
    held.clear();
    send(response);
  } else if (pathname === '/things/late') setTimeout(send, 200, response);
  else if (pathname === '/things/held' && !released) {
    held.add(response);
    tellWhenFull();
  } else send(response);
}).listen({ port: 0, host: '127.0.0.1', backlog: 8_192 }, () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(address.port);
});
process.stdin.on('end', () => process.exit(0)).resume();
