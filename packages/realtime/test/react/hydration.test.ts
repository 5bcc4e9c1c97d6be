// @vitest-environment happy-dom
import { createElement, StrictMode, Suspense, use } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { useChannel, useConnectionState } from '../../src/react/index.ts';
import { connectTo, startService, until } from '../realtime-fixtures.ts';
import { activity, mount, provide } from './react-fixtures.ts';

const Orders = () => `${useConnectionState()} ${useChannel('orders').state}`;

it('hydrates what a server rendered, also with a client that is connected', async () => {
  const service = await startService();
  const { realtime } = connectTo(service);
  await realtime.connect();
  const page = createElement(StrictMode, null, provide(realtime, createElement(Orders)));
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  expect(container.textContent).toBe('idle waiting');
  const errors: unknown[] = [];
  const root = hydrateRoot(container, page, { onRecoverableError: (error) => errors.push(error) });
  onTestFinished(() => root.unmount());
  await until(() => container.textContent === 'connected subscribed');
  expect(errors).toEqual([]);
});

it('subscribes after a suspended render, once', async () => {
  const service = await startService();
  const { realtime } = connectTo(service);
  let load = (_text: string) => {};
  const loading = new Promise<string>((resolve) => {
    load = resolve;
  });
  function Suspended() {
    const { state } = useChannel('orders');
    return `${use(loading)} ${state}`;
  }
  const content = createElement(Suspense, { fallback: 'loading' }, createElement(Suspended));
  const page = mount(provide(realtime, content));
  await until(() => page.text() === 'loading');
  await realtime.subscribe('other').subscribed();
  expect(activity(service)).toEqual(['subscribed other']);
  load('loaded');
  await until(() => page.text() === 'loaded subscribed');
  expect(activity(service)).toEqual(['subscribed other', 'subscribed orders']);
});
