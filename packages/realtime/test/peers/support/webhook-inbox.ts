import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { RealtimeServerClient, WebhookEvent } from '../../../src/server/index.ts';

/** A receiver of webhooks that verifies them with our server client. */
export interface WebhookInbox {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly failures: readonly unknown[];
  close(): void;
}

export async function startWebhookInbox(open: () => RealtimeServerClient): Promise<WebhookInbox> {
  const events: WebhookEvent[] = [];
  const failures: unknown[] = [];
  const server = createServer(async (request, response) => {
    try {
      const headers = new Headers(request.headers as Record<string, string>);
      const webhook = await open().webhooks.parse({ headers, body: await buffer(request) });
      events.push(...webhook.events);
    } catch (error) {
      failures.push(error);
    }
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    failures,
    close: () => server.close(),
  };
}
