import { afterEach, describe, expect, it, vi } from 'vitest';
import { readClientOptions } from '../src/client-options.ts';
import { completeAddress } from '../src/protocol/address.ts';
import { resolveConnection } from '../src/server/connection-options.ts';
import { createService } from '../src/server/service.ts';

afterEach(() => void vi.unstubAllEnvs());

const baseUrlOf = () =>
  createService(resolveConnection({}), 'secret', [], { sign: () => {}, classify: () => undefined }).baseUrl;

describe('addresses in the environment', () => {
  it('both halves go to REALTIME_HOST and REALTIME_PORT, with REALTIME_APP_KEY', () => {
    expect(() => readClientOptions({})).toThrow('set REALTIME_APP_KEY');
    vi.stubEnv('REALTIME_HOST', 'ws.acme.dev');
    vi.stubEnv('REALTIME_PORT', '6001');
    vi.stubEnv('REALTIME_APP_KEY', 'key');
    expect(readClientOptions({}).url).toMatch('wss://ws.acme.dev:6001/app/key?');
    expect(baseUrlOf()).toBe('https://ws.acme.dev:6001');
  });

  it('uses REALTIME_CLUSTER otherwise', () => {
    vi.stubEnv('REALTIME_CLUSTER', 'eu');
    expect(baseUrlOf()).toBe('https://api-eu.pusher.com');
  });

  it('leaves an address in code alone', () => {
    vi.stubEnv('REALTIME_HOST', 'ws.acme.dev');
    vi.stubEnv('REALTIME_PORT', '6001');
    expect(completeAddress({ cluster: 'us2' })).toEqual({ cluster: 'us2' });
    expect(completeAddress({ host: 'localhost' })).toEqual({ host: 'localhost' });
    expect(completeAddress({ port: 1 })).toEqual({ host: 'ws.acme.dev', port: 1 });
  });

  it('names the blank variable', () => {
    vi.stubEnv('REALTIME_HOST', '');
    expect(() => completeAddress({})).toThrow('REALTIME_HOST is blank');
  });
});
