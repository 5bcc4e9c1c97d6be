import { createElement, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import type { RealtimeService } from '../../../sandbox/src/realtime/realtime-service.ts';
import { RealtimeProvider, type RealtimeProviderProps } from '../../src/react/index.ts';

export interface Mounted {
  /** The text of the page. */
  text(): string;
  render(element: ReactNode): void;
  unmount(): void;
}

/** Renders in StrictMode, which mounts each effect twice, unless told otherwise. */
export function mount(element: ReactNode, { strict = true } = {}): Mounted {
  const container = document.createElement('div');
  const root = createRoot(container, { onCaughtError: () => {} }); // React prints them otherwise
  const render = (content: ReactNode) =>
    root.render(strict ? createElement(StrictMode, null, content) : content);
  onTestFinished(() => root.unmount());
  render(element);
  return { text: () => container.textContent ?? '', render, unmount: () => root.unmount() };
}

export function provide(client: RealtimeProviderProps['client'], ...children: ReactNode[]): ReactNode {
  return createElement(RealtimeProvider, { client }, ...children);
}

/** Subscriptions and their ends, as the service saw them: `subscribed orders`. */
export function activity(service: RealtimeService): string[] {
  return service.recentEvents
    .filter(({ kind }) => kind.endsWith('subscribed'))
    .map(({ kind, channel }) => `${kind} ${channel}`);
}
