import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createEmailClient, type DeliveryEvent, isOrgError, memoryReplayStore } from '@org/email';
import { toNodeHandler } from '@org/email/node-handler';
import { plunk } from '@org/email/plunk';
import { signTestWebhook } from '@org/email/testing';
import { describe, expect, it, onTestFinished } from 'vitest';

const driver = plunk({ apiKey: 'sk_test', webhookSecret: 'a-shared-secret' });
const payload = (emailId: string) => ({
  contact: { email: 'bob@example.com' },
  event: { emailId, deliveredAt: '2026-01-15T10:30:00.000Z' },
});

async function listen(listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/webhooks/mail`;
}

/** A service that repeats a webhook until it is answered with 2xx, five times at most. */
async function deliver(url: string, emailId: string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < 5 && !statuses.includes(200))
    statuses.push((await fetch(await signTestWebhook(driver, payload(emailId), { url }))).status);
  return statuses;
}

/** A database whose first two writes fail. */
function createDatabase() {
  const saved: (string | undefined)[] = [];
  let failuresLeft = 2;
  const saveEvents = async (events: readonly DeliveryEvent[]) => {
    if (failuresLeft-- > 0) throw new Error('the database is down');
    saved.push(...events.map(({ messageId }) => messageId));
  };
  return { saved, saveEvents };
}

const createClient = () => createEmailClient({ driver, webhooks: { replayStore: memoryReplayStore() } });
type Client = ReturnType<typeof createClient>;
type SaveEvents = ReturnType<typeof createDatabase>['saveEvents'];

/** The samples of packages/email/docs/webhooks.md. */
const servers: Record<string, (email: Client, saveEvents: SaveEvents) => RequestListener> = {
  'toNodeHandler(handler)': (email, saveEvents) =>
    toNodeHandler(email.webhooks.handler(saveEvents, { onError: () => {} })),
  'toNodeHandler(handler) after express.raw()': (email, saveEvents) => async (request, response) => {
    Object.assign(request, { body: await buffer(request), originalUrl: request.url, url: '/' });
    await toNodeHandler(email.webhooks.handler(saveEvents, { onError: () => {} }))(request, response);
  },
  'parse, then settle or release': (email, saveEvents) => async (request, response) => {
    const { headers, url } = request;
    const body = await buffer(request);
    try {
      const webhook = await email.webhooks.parse({ headers, url, body });
      try {
        await saveEvents(webhook.events);
      } catch (error) {
        await webhook.release();
        throw error;
      }
      await webhook.settle();
      response.writeHead(200).end();
    } catch (error) {
      const status = isOrgError(error) && 'responseStatus' in error ? Number(error.responseStatus) : 500;
      response.writeHead(status).end();
    }
  },
};

describe('a server whose database fails, with a replay store', () => {
  it.each(Object.entries(servers))('loses no event, and handles none twice: %s', async (_what, serve) => {
    const { saved, saveEvents } = createDatabase();
    const url = await listen(serve(createClient(), saveEvents));
    const statuses = [await deliver(url, 'e1'), await deliver(url, 'e2'), await deliver(url, 'e3')];
    expect([statuses, saved]).toEqual([
      [[500, 500, 200], [200], [200]],
      ['e1', 'e2', 'e3'],
    ]);
    expect([await deliver(url, 'e1'), saved.length]).toEqual([[200], 3]);
  });

  it.each(Object.entries(servers))('refuses a forged webhook: %s', async (_what, serve) => {
    const { saved, saveEvents } = createDatabase();
    const url = await listen(serve(createClient(), saveEvents));
    const forged = await signTestWebhook(driver, payload('e1'), { url, secret: 'a guess' });
    expect([(await fetch(forged)).status, saved]).toEqual([401, []]);
  });
});

describe('toNodeHandler of @org/email/node-handler', () => {
  it('takes a body as large as parse does, and responds with 413 to a larger one', async () => {
    const sizes: number[] = [];
    const url = await listen(
      toNodeHandler(async (request) => {
        sizes.push((await request.arrayBuffer()).byteLength);
        return new Response(null, { status: 204 });
      }),
    );
    const most = 10 * 1024 * 1024;
    const post = async (size: number) =>
      (await fetch(url, { method: 'POST', body: new Uint8Array(size) })).status;
    expect([await post(most), await post(most + 1), sizes]).toEqual([204, 413, [most]]);
  });
});
