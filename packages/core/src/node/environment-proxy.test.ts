import { describe, expect, it } from 'vitest';
import { type Environment, environmentProxy } from './environment-proxy.ts';

describe('the proxy of the environment', () => {
  const proxy = 'http://proxy.example.com:3128';

  it.each<[Environment, string, string | undefined]>([
    [{}, 'wss://ws.example.com/', undefined],
    [{ HTTPS_PROXY: proxy }, 'wss://ws.example.com/', proxy],
    [{ HTTPS_PROXY: proxy }, 'ws://ws.example.com/', undefined],
    [{ HTTP_PROXY: proxy }, 'ws://ws.example.com/', proxy],
    [{ HTTPS_PROXY: 'http://other', https_proxy: proxy }, 'wss://ws.example.com/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '*' }, 'wss://ws.example.com/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'a.dev, ws.Example.com' }, 'wss://ws.example.com/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'example.com' }, 'wss://ws.example.com/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '.example.com' }, 'wss://ws.example.com/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '*.example.com' }, 'wss://ws.example.com/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '.example.com' }, 'wss://wsexample.com/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '.ws.example.com' }, 'wss://ws.example.com/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '*.ws.example.com' }, 'wss://ws.example.com/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.9-10.0.1.2' }, 'wss://10.0.1.1/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.9-10.0.1.2' }, 'wss://10.0.1.3/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.9-10.0.1.2' }, 'wss://ws.example.com/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '1.1.1.1-2.2.2.2-1.1.1.9' }, 'wss://ws.example.com/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '1.1.1.1-2.2.2.2-1.1.1.9' }, 'wss://1.1.1.9/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '10.0.0.9' }, 'wss://10.0.0.9/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'ws.example.com' }, 'wss://ws.example.com./', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '.example.com.' }, 'wss://ws.example.com/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '.' }, 'wss://ws.example.com/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '1-2' }, 'wss://1-2/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'ws.example.com:443' }, 'wss://ws.example.com/', undefined],
    [{ HTTPS_PROXY: proxy, NO_PROXY: 'ws.example.com:8443' }, 'wss://ws.example.com/', proxy],
    [{ HTTPS_PROXY: proxy, no_proxy: '[::1]:6001' }, 'wss://[::1]:6001/', undefined],
    ...['::1', '[::1]', '0:0:0:0:0:0:0:1', '[0:0::1]', '::1, a.dev', '[::1]:443'].map(
      (NO_PROXY): [Environment, string, undefined] => [
        { HTTPS_PROXY: proxy, NO_PROXY },
        'wss://[::1]/',
        undefined,
      ],
    ),
    [{ HTTPS_PROXY: proxy, NO_PROXY: '::2' }, 'wss://[::1]/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '::' }, 'wss://[::1]/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '[' }, 'wss://[::1]/', proxy],
    [{ HTTPS_PROXY: proxy, NO_PROXY: '' }, 'wss://ws.example.com/', proxy],
  ])('%o for %s', (environment, url, expected) => {
    expect(environmentProxy(new URL(url), environment)?.value).toBe(expected);
  });
});
