import type { HttpServer } from '../http/server.ts';
import type { Connection } from './connection.ts';
import type { RealtimeContext } from './context.ts';

/** The apps of a service. */
export type Contexts = readonly [RealtimeContext, ...RealtimeContext[]];

/** The open sockets of all apps. */
export function listConnections(contexts: Contexts): readonly Connection[] {
  return contexts.flatMap(({ connections }) => [...connections.values()]);
}

const farewellMs = 200;

/** Ends the sockets, and then the server. */
export async function shutDown(contexts: Contexts, server: HttpServer): Promise<void> {
  // A client that reconnects at once, as 4200 asks, must not reach the service that ends.
  server.stopListening();
  for (const { subscriptionCounts, webhooks } of contexts) {
    webhooks.close();
    subscriptionCounts.close();
  }
  if (!contexts[0].faults.isSilent) {
    for (const connection of listConnections(contexts)) connection.close(4200, 'Server shutting down');
    await waitUntilEmpty(contexts);
  }
  for (const connection of listConnections(contexts)) connection.terminate();
  await server.close();
}

// Real timers, because the service's clock may be a manual one that stands still during a close.
async function waitUntilEmpty(contexts: Contexts): Promise<void> {
  const until = performance.now() + farewellMs;
  while (listConnections(contexts).length > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
