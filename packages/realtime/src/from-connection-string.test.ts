import { describe, expect, it } from 'vitest';
import { readClientOptions } from './client-options.ts';
import { fromConnectionString } from './from-connection-string.ts';
import { version } from './internal/product.ts';

function urlOf(text: string): string {
  return readClientOptions(fromConnectionString(text)).url;
}

const query = `?protocol=7&client=org-realtime-js&version=${version}`;

describe('a connection string of a client', () => {
  it.each([
    ['wss://app-key@ws.example.com', `wss://ws.example.com/app/app-key${query}`],
    ['wss://app-key@ws.example.com:6001/realtime', `wss://ws.example.com:6001/realtime/app/app-key${query}`],
    ['ws://app-key@127.0.0.1:6001', `ws://127.0.0.1:6001/app/app-key${query}`],
    ['https://app-key@api-eu.pusher.com/apps/42', `wss://ws-eu.pusher.com/app/app-key${query}`],
    ['http://app-key@[::1]:8080/apps/app-id', `ws://[::1]:8080/app/app-key${query}`],
  ])('%s', (text, url) => {
    expect(urlOf(text)).toBe(url);
  });

  it('refuses the app secret, and does not repeat it', () => {
    const text = 'https://app-key:s3cr3t-value@api-eu.pusher.com/apps/42';
    const refusal = () => fromConnectionString(text);
    expect(refusal).toThrow(/contains the app secret/);
    expect(refusal).not.toThrow(/s3cr3t|app-key|pusher\.com/);
  });

  it.each(['', 'app-key', 'wss://ws.example.com', 'ftp://app-key@h', 'wss://k@h?x=1', 7 as never])(
    'refuses %s',
    (text) => {
      expect(() => fromConnectionString(text)).toThrow(expect.objectContaining({ code: 'configuration' }));
    },
  );
});
