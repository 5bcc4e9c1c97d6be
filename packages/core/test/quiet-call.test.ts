import diagnostics from 'node:diagnostics_channel';
import {
  type ClientEvent,
  createServiceClient,
  createServiceResponse,
  defineService,
  noAuth,
  perMinute,
} from '@org/core';
import { createManualRuntime } from '@org/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { channelNames } from '../src/observe/channels.ts';

const service = defineService({ name: 'acme', baseUrl: 'https://api.test', auth: noAuth() });
const names = [...new Set(Object.values(channelNames))];

function subscribe(heard: ClientEvent[]): void {
  for (const name of names) {
    const listen = (event: unknown) => void heard.push(event as ClientEvent);
    diagnostics.subscribe(name, listen);
    onTestFinished(() => void diagnostics.unsubscribe(name, listen));
  }
}

describe('a call that nobody observes', () => {
  it('reports nothing to a listener that comes while it runs, and all to one that was there', async () => {
    const heard: ClientEvent[] = [];
    let arrived: (() => void) | undefined;
    const runtime = createManualRuntime();
    const client = createServiceClient(service, {
      runtime,
      transport: () => {
        arrived?.();
        return Promise.resolve(createServiceResponse(200, new Headers(), new Uint8Array()));
      },
    });
    arrived = () => subscribe(heard);
    await client.request({ method: 'GET', path: '/a' });
    expect(heard).toEqual([]);
    arrived = undefined;
    await client.request({ method: 'GET', path: '/b' });
    expect(heard.map(({ type }) => type)).toEqual([
      'operation-start',
      'attempt-start',
      'attempt-end',
      'operation-end',
    ]);
  });

  it('reads the clock once a step: start, attempt, permit, release', async () => {
    const manual = createManualRuntime();
    let reads = 0;
    const runtime = {
      ...manual,
      monotonic() {
        reads += 1;
        return manual.monotonic();
      },
    };
    const transport = () => Promise.resolve(createServiceResponse(200, new Headers(), new Uint8Array()));
    const limits = [perMinute(100)];
    const client = createServiceClient({ ...service, limits }, { runtime, transport });
    await client.request({ method: 'GET', path: '/a' });
    reads = 0;
    await client.request({ method: 'GET', path: '/a' });
    // Start of the call; the attempt; the limiter's start; the limiter's release.
    expect(reads).toBe(4);
  });
});
