import { beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { connectTo, startService } from './realtime-fixtures.ts';
import { startScripted } from './server-fixtures.ts';

const name = (length: number) => 'a'.repeat(length);

let warn: MockInstance<typeof console.warn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
});

const warning = expect.stringMatching(/164 characters.*strictChannelNames/);

/** Functions that take a channel's name. */
const clients = {
  subscribe: async (strictChannelNames?: boolean) => {
    const { realtime } = connectTo(await startService(), { strictChannelNames });
    return async (channel: string) => void realtime.subscribe(channel);
  },
  trigger: async (strictChannelNames?: boolean) => {
    const { server } = await startScripted({ strictChannelNames });
    return async (channel: string) => void (await server.trigger([channel, 'b'], 'e', 1));
  },
  triggerBatch: async (strictChannelNames?: boolean) => {
    const { server } = await startScripted({ strictChannelNames });
    return async (channel: string) => void (await server.triggerBatch([{ channel, event: 'e', data: 1 }]));
  },
  'a query': async (strictChannelNames?: boolean) => {
    const { service, server } = await startScripted({ strictChannelNames });
    service.respond(() => ({ answer: { json: { occupied: false } } }));
    return async (channel: string) => void (await server.channels.get(channel));
  },
};

describe.each(Object.entries(clients))('the length of a channel name: %s', (_, open) => {
  it('above 164 characters: one warning', async () => {
    const use = await open();
    await use(name(164));
    expect(warn).not.toHaveBeenCalled();
    await use(name(165));
    await use(name(200));
    expect(warn.mock.calls).toEqual([[warning]]);
    await expect(async () => use(name(201))).rejects.toThrow('1 to 200 characters');
  });

  it('strictChannelNames: true refuses them', async () => {
    const use = await open(true);
    await use(name(164));
    await expect(async () => use(name(165))).rejects.toThrow('1 to 164 characters');
    expect(warn).not.toHaveBeenCalled();
  });

  it('strictChannelNames: false allows them', async () => {
    await (await open(false))(name(200));
    expect(warn).not.toHaveBeenCalled();
  });

  it('strictChannelNames of another type is refused', async () => {
    await expect(open('yes' as never)).rejects.toThrow('strictChannelNames must be a boolean');
  });
});
