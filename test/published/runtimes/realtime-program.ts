// Runs in every runtime, bundled from the published packages: it imports no module of Node.
import { createRealtimeClient, presence, privateChannels, users } from '@org/realtime/light';

export interface Address {
  readonly key: string;
  readonly host: string;
  readonly port: number;
  /** Tokens of `private-a` and `presence-b`, and of the user, by a signing oracle on loopback. */
  readonly site: string;
}

/** Connects with a light client, and returns what the application saw. */
export async function useLightClient({ site, ...address }: Address): Promise<readonly unknown[]> {
  const ask = async (query: string) => (await fetch(`${site}?${query}`)).json() as Promise<never>;
  const seen: unknown[] = [];
  const realtime = createRealtimeClient({
    ...address,
    use: [privateChannels, presence, users],
    authorize: ({ channelName, socketId }) => ask(`socket=${socketId}&channel=${channelName}`),
    authenticate: ({ socketId }) => ask(`socket=${socketId}`),
    reconnect: { baseMs: 10, capMs: 50 },
    onEvent: (event) => {
      if (event.type === 'state') seen.push(event.state);
      if (event.type === 'gap') seen.push(`gap of ${event.channel}`);
    },
  });
  for (const name of ['orders', 'private-a', 'presence-b']) {
    const channel = realtime.subscribe(name);
    await channel.subscribed();
    const next = channel.events('paid').next();
    await ask(`publish=${name}`);
    seen.push((await next).value?.data);
  }
  seen.push([...realtime.subscribe('presence-b').members.keys()], (await realtime.signIn()).id);
  const back = new Promise((resolve) =>
    realtime.on('gap', ({ channel }) => channel === 'orders' && resolve(0)),
  );
  await ask('drop');
  await back;
  await realtime.close();
  return seen;
}
