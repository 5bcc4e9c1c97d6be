import type * as Sdk from '@org/realtime';

/** What a scenario needs of the program that runs it. */
export interface ScenarioParts {
  readonly sdk: Pick<typeof Sdk, 'createRealtimeClient' | 'httpAuthorizer' | 'httpUserAuthenticator'>;
  readonly address: { readonly key: string; readonly host: string; readonly port: number };
  /** The base URL of the application's server. */
  readonly site: string;
  /** Makes the names of this run's channels its own. */
  readonly run: string;
}

const channels = ['orders', 'private-a', 'presence-b', 'private-encrypted-c', 'cache-d', 'private-cache-e'];

/** Uses most of a client, and returns what the application saw. It runs in Node and in a browser. */
export async function runScenario({ sdk, address, site, run }: ScenarioParts): Promise<readonly unknown[]> {
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

function attempt(call: () => unknown): string {
  try {
    call();
    return 'done';
  } catch (error) {
    return (error as Sdk.OrgError).code;
  }
}
