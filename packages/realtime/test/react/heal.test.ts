// @vitest-environment happy-dom
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { useChannel, useConnection, usePresence } from '../../src/react/index.ts';
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

it('hooks of a component that mounts later show the same', async () => {
  const service = await startService();
  const outage = signLater(service);
  const runtime = heldTime();
  const { realtime } = connectTo(service, { runtime, authorize: outage.authorize });
  function Connection() {
    const { state, waiting, error, retryInMs } = useConnection();
    return `[${state} ${waiting} ${error?.code} ${retryInMs}]`;
  }
  function Channels() {
    const { state, attempt } = useChannel('private-orders');
    const room = usePresence('presence-room');
    return `[${state} ${attempt}, ${room.state} ${room.error?.code} ${room.retryInMs} ${room.attempt}]`;
  }
  const shown = (...parts: readonly (() => string)[]) =>
    provide(realtime, ...parts.map((part, key) => createElement(part, { key })));
  const page = mount(shown(Connection, Channels));
  const waiting = '[connected 2 undefined undefined]';
  const channels = '[waiting 2, waiting network 1040 2]';
  await until(() => page.text() === waiting + channels);
  page.render(shown(Connection, Channels, Connection, Channels));
  await until(() => page.text() === waiting + channels + waiting + channels);
  outage.isDown = false;
  await runtime.advance(2_000);
  await until(() => page.text().startsWith('[connected 0 undefined undefined]'));

  page.render(shown(Connection));
  service.faults.refuseConnections(4100);
  service.faults.dropAll();
  const lost = '[reconnecting 0 connection-lost 1100]';
  await until(() => page.text() === lost);
  page.render(shown(Connection, Connection));
  await until(() => page.text() === lost + lost);
});
