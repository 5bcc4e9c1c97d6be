// @vitest-environment happy-dom
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { useChannel, useConnection } from '../../src/react/index.ts';
import { connectTo, heldTime, signLater, startService, until } from '../realtime-fixtures.ts';
import { mount, provide } from './react-fixtures.ts';

it('hooks show a channel that waits for another attempt', async () => {
  const service = await startService();
  const outage = signLater(service);
  const { realtime } = connectTo(service, { runtime: heldTime(), authorize: outage.authorize });
  const values: unknown[] = [];
  function State() {
    const { state, waiting } = useConnection();
    const orders = useChannel('private-orders');
    values.push(orders.channel);
    return `${state} ${waiting} ${orders.state} ${orders.error?.code} ${orders.retryInMs} ${orders.attempt}`;
  }
  const page = mount(provide(realtime, createElement(State)));
  await until(() => page.text() === 'connected 1 waiting network 1000 2');
  outage.isDown = false;
  (values.at(-1) as { retry(): void }).retry();
  await until(() => page.text() === 'connected 0 subscribed undefined undefined undefined');
  expect(realtime.channels).toHaveLength(1);
});
