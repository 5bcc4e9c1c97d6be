import { createHmac } from 'node:crypto';
import { onTestFinished } from 'vitest';
import {
  type RealtimeService,
  type RealtimeServiceOptions,
  startRealtimeService,
} from '../../sandbox/src/realtime/index.ts';
import type { Authorizer } from '../src/index.ts';
import { createRealtimeClient, type RealtimeClient, type RealtimeClientOptions } from '../src/index.ts';

export async function startService(options: RealtimeServiceOptions = {}): Promise<RealtimeService> {
  const service = await startRealtimeService(options);
  onTestFinished(() => service.close());
  return service;
}

export function connectTo(
  service: RealtimeService,
  options: Partial<RealtimeClientOptions> = {},
): RealtimeClient {
  const { host, port, app } = service;
  const client = createRealtimeClient({ key: app.key, host, port, authorize: signFor(service), ...options });
  onTestFinished(() => client.close());
  return client;
}

/** Signs as an application's server does. */
export function signFor(
  { app }: RealtimeService,
  member?: { readonly id: string; readonly info?: unknown },
): Authorizer {
  return async ({ socketId, channelName }) => {
    const channelData = channelName.startsWith('presence-')
      ? JSON.stringify({ user_id: member?.id ?? 'somebody', user_info: member?.info })
      : undefined;
    const text = [socketId, channelName, ...(channelData === undefined ? [] : [channelData])].join(':');
    const signature = createHmac('sha256', app.secret).update(text).digest('hex');
    return { auth: `${app.key}:${signature}`, channelData };
  };
}

/** Waits, turn by turn, until something is so. The test's own time limit ends a wait in vain. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}
