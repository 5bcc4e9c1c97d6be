import { expect, it, onTestFinished, vi } from 'vitest';
import { reactive, ref } from 'vue';
import { type Channel, createRealtimeClient } from '../src/index.ts';

type Methods = Pick<Channel, 'on' | 'unsubscribe'>;

/** What programs make of a channel. */
const forms: Readonly<Record<string, (channel: Channel) => Methods>> = {
  'the ref of Vue': (channel) => ref<Methods>(channel).value,
  'the reactive object of Vue': (channel) => reactive<{ channel: Methods }>({ channel }).channel,
  'a derived object': (channel) => Object.create(channel),
  'a spread copy': (channel) => ({ ...channel }),
  'a method alone': ({ on, unsubscribe }) => ({ on, unsubscribe }),
};

it.each(Object.entries(forms))('%s has the methods of its channel', (_, toForm) => {
  const channel = subscribe();
  const form = toForm(channel);
  expect(form.on('paid', () => {})).toBeTypeOf('function');
  form.unsubscribe();
  expect(channel.state).toBe('unsubscribed');
});

it('a spy sees the calls of a method, and each method is one function', () => {
  const channel = subscribe();
  expect(channel.on).toBe(channel.on);
  const spy = vi.spyOn(channel, 'on');
  channel.on('paid', () => {});
  expect(spy).toHaveBeenCalledTimes(1);
});

function subscribe(): Channel {
  const client = createRealtimeClient({ key: 'key', host: '127.0.0.1', useTls: false, autoConnect: false });
  onTestFinished(() => client.close());
  return client.subscribe('orders');
}
