import { type FaultServer, startFaultServer } from '@org/core/testing';
import { onTestFinished } from 'vitest';
import {
  createRealtimeServerClient,
  type RealtimeServerClient,
  type RealtimeServerSettings,
} from '../src/server/index.ts';

export const app = { appId: '3', key: '278d425bdf160c739803', secret: '7ad3773142a6692b25b8' };

/** A server client of a scripted HTTP server, without waits between attempts. */
export async function startScripted(
  options: RealtimeServerSettings = {},
): Promise<{ readonly service: FaultServer; readonly server: RealtimeServerClient }> {
  const service = await startFaultServer();
  onTestFinished(() => service.close());
  const { hostname: host, port } = new URL(service.url);
  const server = createRealtimeServerClient({
    ...app,
    host,
    port: Number(port),
    retry: { baseMs: 1, throttledBaseMs: 1 },
    ...options,
  });
  onTestFinished(() => server.close());
  return { service, server };
}
