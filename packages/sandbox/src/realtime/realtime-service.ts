import { startHttpServer } from '../http/server.ts';
import type { ChannelSnapshot } from './channel-snapshot.ts';
import { snapshotChannels } from './channel-snapshot.ts';
import type { RealtimeContext } from './context.ts';
import { createRealtimeContext } from './create-context.ts';
import type { RealtimeFaults } from './faults/faults.ts';
import { createRealtimeFaults } from './faults/faults.ts';
import type { RealtimeActivity } from './journal.ts';
import type { RealtimeApp, RealtimeServiceOptions } from './options.ts';
import { resolveRealtimeOptions } from './options.ts';
import { publish } from './publish.ts';
import { createRestHandler } from './rest/rest-handler.ts';
import { createUpgradeHandler } from './socket/accept.ts';
import type { RealtimeStats } from './stats.ts';

/** A running Pusher-protocol server on this machine. */
export interface RealtimeService {
  /** `http://127.0.0.1:port`, the base of the REST API; clients connect to `ws://` at the same place. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly app: RealtimeApp;
  /** Read anew at each access. */
  readonly stats: RealtimeStats;
  /** What happened lately, oldest first; bounded. */
  readonly recentEvents: readonly RealtimeActivity[];
  /** Trouble on demand. */
  readonly faults: RealtimeFaults;
  /** The occupied channels. */
  channels(): readonly ChannelSnapshot[];
  /** Hears every activity from now on; the returned function ends it. */
  subscribe(listener: (activity: RealtimeActivity) => void): () => void;
  /** Sends an event as the application's server would; `data` is text, usually JSON. */
  publish(publication: { readonly channel: string; readonly event: string; readonly data: string }): void;
  /**
   * Says 4200 to every client, waits a moment for their farewell, and frees the port. May be called twice.
   */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a server that speaks the Pusher Channels protocol, version 7, and its signed REST API, on loopback
 * only.
 *
 * @throws {TypeError} for an unusable app key, or a webhook URL that leaves this machine
 * @throws {RangeError} for a duration that is not positive
 * @throws {PortInUseError} when the port is taken
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

// Real timers, whatever clock the service runs on: a test's clock may stand still while it closes.
async function waitUntilEmpty(connections: ReadonlyMap<string, unknown>): Promise<void> {
  const until = performance.now() + farewellMs;
  while (connections.size > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
