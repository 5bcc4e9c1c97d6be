import { authorizationFailure } from '../auth/authorization-error.ts';
import type { AuthorizationSettings, authorizeChannels } from '../auth/authorize-channels.ts';
import type { EventHub } from '../channels/event-hub.ts';
import type { Connection } from '../connection/connection.ts';
import type { TrafficEntry } from '../connection/recent-traffic.ts';
import type { OpenSocket } from '../connection/socket.ts';
import { readCallOptions } from '../internal/read-options.ts';
import { Timer } from '../internal/timer.ts';
import { closed, requireSignal, wrongInput } from '../internal/wrong-input.ts';
import { channelKind, requireChannelName } from '../protocol/channel-name.ts';
import { checkNetwork } from './check-network.ts';
import { Checks } from './checks.ts';
import type { DiagnoseOptions } from './diagnose-options.ts';
import { ProbeConnection } from './probe-connection.ts';
import { type DiagnosticEntry, type DiagnosticReport, formatReport } from './report.ts';

export interface DiagnosedClient {
  readonly settings: DiagnosedSettings;
  readonly hub: EventHub;
  readonly connection: Connection;
  readonly subscriptions: { list(): DiagnosticReport['channels'] };
}

/** Gets the code of private channels, which may load. */
export type LoadAuthorization = (
  channel: string,
) => Promise<{ readonly authorizeChannels: typeof authorizeChannels }>;

interface DiagnosedSettings extends Omit<AuthorizationSettings, 'failure'> {
  readonly url: string;
  /** The option `socket`. */
  readonly openSocket?: OpenSocket | undefined;
  readonly maxMessageBytes: number;
}

const defaults = { channel: undefined, signal: undefined, timeoutMs: 10_000 };

/** @throws InvalidInputError, ClosedError, and the signal's reason */
export async function diagnose(
  client: DiagnosedClient,
  options: DiagnoseOptions | undefined,
  loadAuthorization: LoadAuthorization,
): Promise<DiagnosticReport> {
  const { channel, signal, timeoutMs } = readCallOptions('options', options, defaults);
  requireSignal(signal);
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs < Infinity))
    throw wrongInput('timeoutMs', 'timeoutMs must be a number above 0.');
  if (channel !== undefined && !channelKind(requireChannelName(channel)).private)
    throw wrongInput('channel', `channel must be a private or presence channel, but this one is ${channel}.`);
  signal?.throwIfAborted();
  const { connection, hub, settings, subscriptions } = client;
  const { runtime } = settings;
  const recent = connection.traffic.list();
  const ending = new AbortController();
  const abort = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = new Timer(runtime);
  timer.start(timeoutMs, () => ending.abort('timeoutMs is over'));
  let isClosed = false;
  const watch = () => {
    if (connection.state.name !== 'closed') return;
    isClosed = true;
    ending.abort('closed');
  };
  const off = hub.on('state', watch);
  watch(); // the client was closed while this code loaded
  const hide = hiding(settings.key);
  const checks = new Checks(runtime, hide, ending.signal);
  try {
    const isDirect = settings.openSocket === undefined;
    await checkNetwork(checks, { url: new URL(settings.url), runtime, isDirect });
    const authorization = channel === undefined ? undefined : { channel, load: loadAuthorization };
    await checkConnection(checks, client, timeoutMs, authorization);
  } finally {
    timer.stop();
    off();
    signal?.removeEventListener('abort', abort);
  }
  signal?.throwIfAborted();
  if (isClosed) throw closed('The realtime client is closed.');
  const report = {
    createdAt: new Date(runtime.now()),
    checks: checks.results,
    state: connection.state.name,
    lastError: connection.lastError && hide(connection.lastError.message),
    channels: subscriptions.list(),
    recent: recent.map((entry) => toEntry(entry, hide)),
  };
  return { ...report, toString: () => formatReport(report) };
}

interface CheckedAuthorization {
  readonly channel: string;
  readonly load: LoadAuthorization;
}

async function checkConnection(
  checks: Checks,
  { connection, settings }: DiagnosedClient,
  handshakeTimeoutMs: number,
  authorization: CheckedAuthorization | undefined,
): Promise<void> {
  const { openDefault } = connection;
  const { maxMessageBytes, openSocket = openDefault, runtime, url } = settings;
  const probe = new ProbeConnection();
  let socketId = '';
  try {
    const isOpen = await checks.run('websocket', async () => {
      const options = { maxMessageBytes, handshakeTimeoutMs, runtime, openDefault };
      probe.open(openSocket, url, options);
      await probe.firstFrame();
      return 'open, and the service sent its first message';
    });
    if (!isOpen) {
      for (const name of ['app-key', 'ping', 'authorization'] as const) checks.skip(name, 'no connection');
      return;
    }
    const isAccepted = await checks.run('app-key', async () => {
      socketId = await probe.handshake();
      return 'accepted';
    });
    if (!isAccepted) checks.skip('ping', 'the app key was not accepted');
    else await checks.run('ping', async () => `answered after ${Math.round(await probe.ping(runtime))} ms`);
    await checkAuthorization(checks, settings, socketId, authorization);
  } finally {
    probe.close();
  }
}

async function checkAuthorization(
  checks: Checks,
  settings: DiagnosedSettings,
  socketId: string,
  authorization: CheckedAuthorization | undefined,
): Promise<void> {
  if (settings.authorize === undefined) return checks.skip('authorization', 'authorize is not set');
  if (authorization === undefined)
    return checks.skip('authorization', 'pass a private channel: diagnose({ channel })');
  if (socketId === '') return checks.skip('authorization', 'no connection');
  const { channel, load } = authorization;
  await checks.run('authorization', async () => {
    const { authorizeChannels } = await load(channel);
    const call = { socketId, channelNames: [channel], signal: checks.signal };
    const [outcome] = await authorizeChannels({ ...settings, failure: authorizationFailure }, call);
    if (outcome?.ok === false) throw outcome.error;
    return `token for ${channel}`;
  });
}

// A key is public, but a report that travels should not contain it. Servers repeat it in their messages.
const minKeyLength = 6;

function hiding(key: string): (text: string) => string {
  return (text) => (key.length < minKeyLength ? text : text.replaceAll(key, '[app key]'));
}

function toEntry(
  { atMs, kind, name, channel, length, error }: TrafficEntry,
  hide: (text: string) => string,
): DiagnosticEntry {
  return { at: new Date(atMs), kind, name, channel, length, error: error && hide(error.message) };
}
