import type * as Sdk from '@org/realtime';
import type { inspect as Inspect } from '@org/realtime/inspect';

/** What a scenario needs of the program that runs it. */
export interface ScenarioParts {
  readonly sdk: Pick<
    typeof Sdk,
    'createRealtimeClient' | 'defineChannel' | 'httpAuthorizer' | 'httpUserAuthenticator'
  >;
  readonly inspect: typeof Inspect;
  readonly address: { readonly key: string; readonly host: string; readonly port: number };
  /** The base URL of the application's server. */
  readonly site: string;
  /** Makes the names of this run's channels its own. */
  readonly run: string;
}

const channels = ['orders', 'private-a', 'presence-b', 'private-encrypted-c', 'cache-d', 'private-cache-e'];

/** Uses most of a client, and returns what the application saw. It runs in Node and in a browser. */
export async function runScenario(parts: ScenarioParts): Promise<readonly unknown[]> {
  const { address, run, sdk, site } = parts;
  const seen: unknown[] = [];
  const plain = (name: string) => name.replace(run, '');
  const act = (what: string) => fetch(`${site}act?${what}`, { method: 'POST' });
  const realtime = sdk.createRealtimeClient({
    ...address,
    authorize: sdk.httpAuthorizer({ endpoint: `${site}auth` }),
    authenticate: sdk.httpUserAuthenticator({ endpoint: `${site}user-auth` }),
    reconnect: { baseMs: 10, capMs: 50 },
    onEvent: (event) => {
      if (event.type === 'state') seen.push(['state', event.state]);
      if (event.type === 'error') seen.push(['error', event.error.code]);
      if (event.type === 'cache-miss') seen.push(['cache-miss', plain(event.channel)]);
    },
  });
  await realtime.connect();
  parts.inspect(realtime, { showData: true }); // keeps data from here on
  const user = await realtime.signIn();
  seen.push(['user', user.id, user.info]);
  for (const kind of channels) {
    const name = `${kind}${run}`;
    const channel = realtime.subscribe(name);
    await channel.subscribed();
    const events = channel.events('paid');
    await act(`publish=${name}`);
    const { value } = await events.next();
    seen.push([kind, value?.data]);
  }
  const message = user.events('hello').next();
  await act('publish-to-user');
  seen.push(['to the user', (await message).value?.data]);

  const room = realtime.subscribe(`presence-b${run}`);
  seen.push(['members', [...room.members.keys()], room.me]);
  await useTypedMembers(realtime, parts, seen);
  inspectClient(realtime, parts, seen);
  const { trigger } = realtime.subscribe(`private-a${run}`);
  for (const [name, data] of [
    ['client-typing', { on: true }],
    ['typing', {}],
    ['client-typing', 'x'.repeat(20_000)],
  ] as const) {
    const code = attempt(() => trigger(name as 'client-typing', data));
    seen.push(['trigger', code]);
  }
  const refused = await realtime
    .subscribe('private-forbidden')
    .subscribed()
    .catch((error: Sdk.OrgError) => error.code);
  seen.push(['refused', refused]);
  seen.push(['name', attempt(() => realtime.subscribe('a b'))]);

  const gaps: string[] = [];
  await new Promise<void>((resolve) => {
    realtime.on('gap', ({ channel }) => {
      gaps.push(plain(channel));
      if (gaps.length === channels.length + 1) resolve(); // also of the user's channel
    });
    void act('close=4200');
  });
  seen.push(['gaps', gaps.sort()]);
  await realtime.close();
  return seen;
}

/** Members with the output of a schema, and one that does not match, which is an `error` event. */
async function useTypedMembers(realtime: Sdk.RealtimeClient, { run, sdk }: ScenarioParts, seen: unknown[]) {
  const define = (field: string) =>
    sdk.defineChannel(`presence-b${run}`, { events: {}, info: firstLetterOf(field) });
  const letters = realtime.subscribe(define('name'));
  await letters.subscribed();
  seen.push(['typed members', [...letters.members.values()], letters.me?.info]);
  letters.unsubscribe();
  const wrong = realtime.subscribe(define('title'));
  await wrong.subscribed();
  seen.push(['untyped', wrong.members.size]);
  wrong.unsubscribe();
}

/** A Standard Schema: the first letter of a text. */
function firstLetterOf(field: string): Sdk.Schema<string> {
  const validate = (info: unknown) => {
    const text = (info as Readonly<Record<string, unknown>>)[field];
    return typeof text === 'string'
      ? { value: text.charAt(0) }
      : { issues: [{ message: 'is not text', path: [field] }] };
  };
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

/** States, channels, and messages: with data, but without tokens, and then without both. */
function inspectClient(realtime: Sdk.RealtimeClient, { inspect, run }: ScenarioParts, seen: unknown[]) {
  const { channels, frames, state, waiting } = inspect(realtime, { showData: true });
  const dataOf = (kind: string, name: string) =>
    frames.filter((frame) => frame.kind === kind && frame.name === name).map(({ data }) => data);
  const tokens = dataOf('sent', 'pusher:subscribe').map((data) => (data as { auth?: string }).auth);
  seen.push([
    'inspect',
    state,
    channels.map((channel) => [channel.name.replace(run, ''), channel.state]),
    waiting.length,
    dataOf('received', 'paid')[0],
    [...new Set(tokens)].sort(),
  ]);
  seen.push(['without data', inspect(realtime).frames.some((frame) => 'data' in frame)]);
}

function attempt(call: () => unknown): string {
  try {
    call();
    return 'done';
  } catch (error) {
    return (error as Sdk.OrgError).code;
  }
}
