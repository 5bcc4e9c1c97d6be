import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox } from '../src/index.ts';

let server: Server;
let port = 0;
let asked = 0;
beforeAll(async () => {
  server = createServer((_, response) => {
    asked += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

it.each([
  [undefined, 0],
  [false, 0],
  [['cdn.acme.dev'], 0],
  [['[::ffff:127.0.0.1]'], 1],
  [true, 1],
] as const)('the link check asks the hosts of allowFetch: %j', async (allowFetch, times) => {
  asked = 0;
  // To the check it is another host; it leads to this machine.
  const link = `http://[::ffff:127.0.0.1]:${port}/x`;
  const mail = { ...(allowFetch !== undefined && { allowFetch }) };
  await using sandbox = await startSandbox({ mail, routing: false, realtime: false });
  const body = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 's', body: `<a href="${link}">x</a>` };
  await fetch(`${sandbox.mail?.apiUrl}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.mail?.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const id = sandbox.mail?.mailbox.list()[0]?.id;
  const response = await fetch(new URL(`api/messages/${id}/link-check`, sandbox.page?.url), {
    headers: { 'x-sandbox-page': 'yes' },
  });
  const { links } = (await response.json()) as { links: readonly { isAsked: boolean; status: number }[] };
  expect([links[0]?.isAsked, links[0]?.status, asked]).toEqual([times === 1, times * 200, times]);
});
