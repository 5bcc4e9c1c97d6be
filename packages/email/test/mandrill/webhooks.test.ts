import { createHmac } from 'node:crypto';
import { createManualRuntime } from '@org/core/testing';
import { memoryReplayStore } from '@org/core/webhooks';
import { createEmailClient } from '@org/email';
import { mandrill } from '@org/email/mandrill';
import { signTestWebhook } from '@org/email/testing';
import { describe, expect, it } from 'vitest';

const url = 'https://ann:pass@acme.dev/hooks?site=1';
const event = [{ event: 'send', _id: 'id-1', ts: 1_893_553_445, msg: { email: 'bob@example.com' } }];
const driver = mandrill({ apiKey: 'md-good', webhookSecret: 'key-of-webhook' });
const configured = mandrill({ apiKey: 'md-good', webhookSecret: 'key-of-webhook', webhookUrl: url });
const receive = (own = driver) => createEmailClient({ driver: own, runtime: createManualRuntime() }).webhooks;

describe('a webhook of Mandrill', () => {
  it('is signed with its address, which a proxy changes', async () => {
    const signed = await signTestWebhook(configured, event);
    const body = await signed.text();
    const { headers } = signed;
    expect((await receive().parse({ headers, body, url })).events).toHaveLength(1);
    const inside = { headers, body, url: 'http://10.0.0.7:3000/hooks?site=1' };
    await expect(receive().parse(inside)).rejects.toMatchObject({
      code: 'webhook-signature',
      message: expect.stringContaining('`webhookUrl`'),
    });
    expect((await receive(configured).parse(inside)).events).toHaveLength(1);
  });

  it('has one field, also with a right signature', async () => {
    const signed = await signTestWebhook(configured, event);
    const { headers } = signed;
    const body = await signed.text();
    const value = JSON.stringify(event);
    const signature = (...parts: readonly string[]) =>
      createHmac('sha1', 'key-of-webhook')
        .update([url, ...parts].join(''))
        .digest('base64');
    for (const [forged, own] of [
      [`${body}&=`, signature('mandrill_events', value)],
      [`${body}&z=1`, signature('mandrill_events', value, 'z1')],
      [`${body}&${body}`, signature('mandrill_events', value, 'mandrill_events', value)],
      [`mandrill_event=${encodeURIComponent(`s${value}`)}`, signature('mandrill_events', value)],
    ] as const) {
      const request = {
        headers: { ...Object.fromEntries(headers), 'x-mandrill-signature': own },
        body: forged,
      };
      await expect(receive(configured).parse(request)).rejects.toMatchObject({
        code: 'webhook-signature',
        message: expect.stringContaining('one field'),
      });
    }
  });

  it('is the same in each spelling of its form', async () => {
    const webhooks = { replayStore: memoryReplayStore() };
    const runtime = createManualRuntime();
    const email = createEmailClient({ driver: configured, runtime, webhooks });
    const signed = await signTestWebhook(configured, event);
    const { headers } = signed;
    const body = await signed.text();
    const { id, settle } = await email.webhooks.parse({ headers, body });
    await settle();
    for (const spelling of [body, `${body}&`, `&${body}`, body.replace('%22', '"'), body.replace('_', '%5F')])
      await expect(email.webhooks.parse({ headers, body: spelling })).rejects.toMatchObject({
        code: 'webhook-replayed',
      });
    const other = await signTestWebhook(configured, [...event, ...event]);
    expect((await email.webhooks.parse(other)).id).not.toBe(id);
  });

  it('is signed with its field', async () => {
    const signed = await signTestWebhook(configured, event);
    const { headers } = signed;
    const body = await signed.text();
    for (const forged of [`${body}&extra=1`, `a=&${body}`, body.replace('send', 'open'), ''])
      await expect(receive(configured).parse({ headers, body: forged })).rejects.toMatchObject({
        code: 'webhook-signature',
      });
  });

  it('may test a new address with a request without body and signature, which has no events', async () => {
    const parsed = await receive().parse(new Request('https://acme.dev/hooks', { method: 'HEAD' }));
    expect(parsed.events).toEqual([]);
    const seen: unknown[] = [];
    const handler = receive().handler((events) => seen.push(...events));
    expect((await handler(new Request('https://acme.dev/hooks', { method: 'HEAD' }))).status).toBe(200);
    expect(seen).toEqual([]);
  });

  it('is refused without a signature', async () => {
    const request = {
      headers: {},
      body: `mandrill_events=${encodeURIComponent(JSON.stringify(event))}`,
      url,
    };
    await expect(receive().parse(request)).rejects.toMatchObject({ code: 'webhook-signature' });
  });
});
