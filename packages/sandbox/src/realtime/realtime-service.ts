import { startHttpServer } from '../http/server.ts';
import type { ChannelSnapshot } from './channels/channel-snapshot.ts';
import { snapshotChannels } from './channels/channel-snapshot.ts';
import { publish } from './channels/publish.ts';
import type { RealtimeContext } from './context.ts';
import { createRealtimeContext } from './create-context.ts';
import type { RealtimeFaults } from './faults/faults.ts';
import { createRealtimeFaults } from './faults/faults.ts';
import type { RealtimeActivity } from './journal.ts';
import type { RealtimeApp, RealtimeServiceOptions } from './options.ts';
import { resolveRealtimeOptions } from './options.ts';
import { createRestHandler } from './rest/rest-handler.ts';
import { createUpgradeHandler } from './socket/accept.ts';
import type { RealtimeStats } from './stats.ts';

/** A running Pusher-protocol server on this machine. */
export interface RealtimeService {
  /** `http://127.0.0.1:port`, the base of the REST API. Clients connect to `ws://` on the same port. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly app: RealtimeApp;
  /** Current at each access. */
  readonly stats: RealtimeStats;
  /** Recent activity, oldest first, bounded. */
  readonly recentEvents: readonly RealtimeActivity[];
  /** Failure injection. */
  readonly faults: RealtimeFaults;
  /** The occupied channels. */
  channels(): readonly ChannelSnapshot[];
  /** Calls the listener with every new activity. Returns the function that removes it. */
  subscribe(listener: (activity: RealtimeActivity) => void): () => void;
  /** Sends an event as the application's server does. `data` is text, usually JSON. */
  publish(publication: { readonly channel: string; readonly event: string; readonly data: string }): void;
  /**
   * Closes every client with 4200, waits briefly for their close frames, and frees the port. May be called
   * twice.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a server of the Pusher Channels protocol, version 7, with its signed REST API, on loopback only.
 *
 * @throws {TypeError} for an invalid app key, or a webhook URL that is not loopback
 * @throws {RangeError} for a duration that is not positive
 * @throws {PortInUseError} when the port is in use
 */
export async function startRealtimeService(options: RealtimeServiceOptions = {}): Promise<RealtimeService> {
  const context = createRealtimeContext(resolveRealtimeOptions(options));
  const { app, limits, port } = context.options;
  const server = await startHttpServer(createRestHandler(context), {
    port,
    maxBodyBytes: limits.requestBytes,
    onUpgrade: createUpgradeHandler(context),
  });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= shutDown(context, server.close);
    return closing;
  };
  return {
    url: server.url,
    host: '127.0.0.1',
    port: server.port,
    app,
    faults: createRealtimeFaults(context.faults, context.connections),
    get stats() {
      return { connections: context.connections.size, channels: context.channels.size, ...context.counters };
    },
    get recentEvents() {
      return context.journal.list();
    },
    channels: () => snapshotChannels(context),
    subscribe: context.journal.subscribe,
    publish: (publication) => publish(context, publication),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const farewellMs = 200;

async function shutDown(context: RealtimeContext, closeServer: () => Promise<void>): Promise<void> {
  const { connections, faults, subscriptionCounts, webhooks } = context;
  webhooks.close();
  subscriptionCounts.close();
  if (!faults.isSilent && connections.size > 0) {
    for (const connection of [...connections.values()]) connection.close(4200, 'Server shutting down');
    await waitUntilEmpty(connections);
  }
  for (const connection of [...connections.values()]) connection.terminate();
  await closeServer();
}

// Real timers, because the service's clock may be a manual one that stands still during a close.
async function waitUntilEmpty(connections: ReadonlyMap<string, unknown>): Promise<void> {
  const until = performance.now() + farewellMs;
  while (connections.size > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
