import { Agent } from 'node:https';
import { bearerAuth, createLimiter, createServiceClient, noAuth, perMinute } from '@org/core';
import { createNodeTransport } from '@org/core/node';
import { startSandbox } from '@org/sandbox';
import { given, type Mistake, noneFound } from './mistake.ts';

/** Mistakes with core and the sandbox. */
export const engineMistakes: readonly Mistake[] = [
  {
    source: 'https://github.com/kevva/viewport-list/issues/3',
    what: 'a request behind a proxy that is not there',
    call: async () => {
      const transport = createNodeTransport({
        agent: new Agent(given({ proxyEnv: { HTTPS_PROXY: 'http://127.0.0.1:1' } })),
      });
      const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() };
      await using client = createServiceClient(service, { transport, retry: false });
      return await client.request({ method: 'GET', path: '/things' });
    },
    answer: /proxy 127\.0\.0\.1:1 \(agent\) could not be reached \(ECONNREFUSED\)/,
  },
  {
    source: 'https://github.com/aws/aws-sdk-js/issues/1619',
    what: 'createServiceClient(service, { timeout: 5000, retries: 3 })',
    call: () =>
      createServiceClient(
        { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth() },
        given({ timeout: 5000, retries: 3 }),
      ),
    answer: /no option "timeout"\. Did you mean "timeoutMs"\?.*no option "retries"\. Did you mean "retry"\?/,
  },
  {
    source: noneFound,
    what: 'createLimiter(perMinute(100))',
    call: () => createLimiter(given(perMinute(100))),
    answer: /^createLimiter\(\) takes an object: \{ limits \}, not a limit\./,
  },
  {
    source: 'https://github.com/SGrondin/bottleneck/issues/120',
    what: 'createLimiter({ maxConcurrent: 1, minTime: 100 })',
    call: () => createLimiter(given({ maxConcurrent: 1, minTime: 100 })),
    answer: /no option "maxConcurrent"\. Did you mean "limits"\?/,
  },
  {
    source: 'https://github.com/jhurliman/node-rate-limiter/issues/38',
    what: "createLimiter(5000, 'hour')",
    call: () => createLimiter(given(5000)),
    answer: /^createLimiter\(\) takes an object: \{ limits \}, not 5000\./,
  },
  {
    source: noneFound,
    what: "createServiceClient('https://api.acme.example')",
    call: () => createServiceClient(given('https://api.acme.example')),
    answer: /^createServiceClient\(\) takes an object: \{ name, baseUrl, auth \}, not a string\./,
  },
  {
    source: noneFound,
    what: 'createServiceClient({ …, auth: bearerAuth }), without the parentheses',
    call: () =>
      createServiceClient(given({ name: 'acme', baseUrl: 'https://api.acme.example', auth: bearerAuth })),
    answer: /auth of the service must be a place of the key, like bearerAuth\(\)/,
  },
  {
    source: noneFound,
    what: 'startSandbox({ port: 8025 })',
    call: () => startSandbox(given({ port: 8025 })),
    answer: /no option "port"/,
  },
  {
    source: noneFound,
    what: "startSandbox('sandbox.config.ts')",
    call: () => startSandbox(given('sandbox.config.ts')),
    answer: /startSandbox\(\) takes an object/,
  },
];
