// @vitest-environment happy-dom
import { Activity, Component, createElement, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import type { RealtimeClient } from '../../src/index.ts';
import { useChannel, useConnectionState } from '../../src/react/index.ts';
import { connectTo, startService, until } from '../realtime-fixtures.ts';
import { activity, mount, provide } from './react-fixtures.ts';

const Orders = () => `${useConnectionState()} ${useChannel('orders').state}`;

class Boundary extends Component<{ readonly children?: ReactNode }> {
  override state: { readonly message?: string } = {};
  static getDerivedStateFromError({ message }: Error) {
    return { message };
  }
  override render() {
    return this.state.message ?? this.props.children;
  }
}

async function startCreator() {
  const service = await startService();
  const clients: RealtimeClient[] = [];
  const create = () => {
    const { realtime } = connectTo(service);
    clients.push(realtime);
    return realtime;
  };
  return { service, clients, create };
}

describe('RealtimeProvider', () => {
  it.each([true, false])('creates one client, and closes it at its end (StrictMode: %s)', async (strict) => {
    const { service, clients, create } = await startCreator();
    const page = mount(provide(create, createElement(Orders)), { strict });
    await until(() => page.text() === 'connected subscribed');
    page.render(provide(() => create(), createElement(Orders)));
    await until(() => page.text() === 'connected subscribed');
    expect(service.stats.connectionsAccepted).toBe(1);
    page.unmount();
    await until(() => service.stats.connections === 0);
    expect(clients.map(({ state }) => state)).toEqual(['closed']);
  });

  it('leaves a given client open', async () => {
    const service = await startService();
    const { realtime } = connectTo(service);
    const page = mount(provide(realtime, createElement(Orders)));
    await until(() => page.text() === 'connected subscribed');
    page.unmount();
    await until(() => activity(service).length === 2);
    expect(realtime.state).toBe('connected');
  });

  it('moves to another client', async () => {
    const [first, second] = [await startService(), await startService()];
    const page = mount(provide(connectTo(first).realtime, createElement(Orders)));
    await until(() => activity(first).length === 1);
    page.render(provide(connectTo(second).realtime, createElement(Orders)));
    await until(() => activity(second).length === 1 && activity(first).length === 2);
    await until(() => page.text() === 'connected subscribed');
  });

  it('subscribes again when a hidden part of the page is shown', async () => {
    const { service, clients, create } = await startCreator();
    const children = provide(create, createElement(Orders));
    const show = (mode: 'visible' | 'hidden') => createElement(Activity, { mode, ...{ children } });
    const page = mount(show('visible'));
    await until(() => page.text() === 'connected subscribed');
    page.render(show('hidden'));
    await until(() => service.stats.connections === 0);
    page.render(show('visible'));
    await until(() => activity(service).filter((entry) => entry === 'subscribed orders').length === 2);
    await until(() => page.text() === 'connected subscribed');
    expect(clients.map(({ state }) => state)).toEqual(['closed', 'connected']);
  });

  it('is named by the error of a hook without one', async () => {
    const page = mount(createElement(Boundary, null, createElement(Orders)));
    await until(() => page.text().includes('RealtimeProvider is missing'));
  });
});

describe('throwOnError', () => {
  it('throws a failed subscription to the error boundary', async () => {
    const service = await startService();
    const { realtime } = connectTo(service, { authorize: async () => ({ auth: 'sandbox-key:00' }) });
    const Private = () => useChannel('private-a', { throwOnError: true }).state;
    const page = mount(provide(realtime, createElement(Boundary, null, createElement(Private))));
    await until(() => page.text().includes('private-a'));
    expect(page.text()).toContain('refused the subscription to private-a');
  });
});
