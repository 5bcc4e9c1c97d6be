import { createLiveSecrets } from '@org/core/webhooks';
import { expect, it } from 'vitest';
import { webhookScheme } from '../../examples/own-email-webhook-driver.ts';

const nowMs = Date.parse('2026-01-15T10:30:00Z');
const bounce = {
  event: 'hard_bounce',
  id: 'e1',
  mail: 'm1',
  to: 'bob@example.com',
  at: '2026-01-15T10:29:00Z',
};

async function receive(body: string, sentText = body) {
  const { headers } = await webhookScheme.sign(body, { secret: 'one', nowMs });
  const header = (name: string) => headers[name];
  return { header, text: sentText, bytes: new TextEncoder().encode(sentText) } as Parameters<
    typeof webhookScheme.verify
  >[0];
}

const getText = () => Promise.reject(new Error('no certificate is needed'));
const context = { secrets: createLiveSecrets(['one']), nowMs, toleranceMs: 300_000, getText };

it('accepts what it signed, and reads its event', async () => {
  const webhook = await receive(JSON.stringify([bounce, { event: 'new' }]));
  expect(await webhookScheme.verify(webhook, context)).toEqual({ genuine: true });
  expect(await webhookScheme.read(webhook)).toMatchObject([
    { type: 'bounced', id: 'e1', messageId: 'm1', bounce: { class: 'hard' } },
    { type: 'unknown', raw: { event: 'new' } },
  ]);
});

it('rejects a changed body and an old signature', async () => {
  const changed = await receive('[]', '[1]');
  expect(await webhookScheme.verify(changed, context)).toMatchObject({ genuine: false });
  const old = await receive('[]');
  expect(await webhookScheme.verify(old, { ...context, nowMs: nowMs + 600_000 })).toMatchObject({
    stale: true,
  });
});
