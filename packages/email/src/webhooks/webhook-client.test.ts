import { createRuntime } from '@org/core';
import { expect, it } from 'vitest';
import { readWebhookOptions } from './options.ts';
import { createWebhookReceiver } from './webhook-client.ts';

it('code of webhooks that does not load is loaded again with the next webhook', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    throw Object.assign(new Error("EMFILE: too many open files, open 'webhooks.js'"), { code: 'EMFILE' });
  };
  const receiver = createWebhookReceiver({
    provider: 'acme',
    runtime: createRuntime(),
    webhooks: { secrets: ['whsec'], load },
    options: readWebhookOptions(),
  });
  const request = () => new Request('https://shop.example/webhooks', { method: 'POST', body: '{}' });
  for (const expected of [1, 2]) {
    await expect(receiver.parse(request())).rejects.toMatchObject({
      code: 'configuration',
      outcome: 'not-sent',
      retryable: true,
      message: expect.stringContaining('Too many files are open'),
      cause: { code: 'EMFILE' },
    });
    expect(loads).toBe(expected);
  }
});
