import { createManualRuntime } from '@org/core/testing';
import { createEmailClient } from '@org/email';
import { mailjet } from '@org/email/mailjet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const url = 'https://acme.dev/webhook?token=s3cret';
const driver = mailjet({ apiKey: 'key:secret', webhookSecret: ['s3cret', 'earlier'] });
const email = createEmailClient({ driver, runtime: createManualRuntime() });

const parse = async (body: object | string, address = url) => {
  const { events } = await email.webhooks.parse({
    headers: {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
    url: address,
  });
  return events;
};

const common = {
  event: 'sent',
  time: 1_433_333_949,
  email: 'api@mailjet.com',
  mj_campaign_id: 7_257,
  mj_contact_id: 4,
  customcampaign: '',
  CustomID: 'helloworld',
  Payload: '',
};
// As text: the documented id is beyond 2^53.
const withId = (event: object) => JSON.stringify(event).replace('{', '{"MessageID":19421777835146491,');

describe('security: a webhook of Mailjet', () => {
  it.each([
    [url, {}],
    ['https://acme.dev/webhook?token=earlier', {}],
    ['https://acme.dev/webhook', { authorization: `Basic ${btoa('mailjet:s3cret')}` }],
  ])('is genuine with the secret in %s', async (address, headers) => {
    const { events } = await email.webhooks.parse({ headers, body: withId(common), url: address });
    expect(events[0]?.type).toBe('delivered');
  });

  it('E8: is refused with every other secret, and without an exception of another kind', async () => {
    const other = fc.string().filter((text) => text !== 's3cret' && text !== 'earlier');
    await fc.assert(
      fc.asyncProperty(other, fc.string(), async (token, authorization) => {
        const address = `https://acme.dev/webhook?${new URLSearchParams({ token })}`;
        const request = { headers: { authorization }, body: withId(common), url: address };
        await expect(email.webhooks.parse(request)).rejects.toMatchObject({ code: 'webhook-signature' });
      }),
      { numRuns: 1_000 },
    );
  });

  it('E8: with any body is read, or refused as a response of another form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (body) => {
        const outcome = await parse(body).then(
          (events) => events.every(({ provider }) => provider === 'mailjet'),
          (error: unknown) => Reflect.get(Object(error), 'code') === 'response-format',
        );
        expect(outcome).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('an event of Mailjet', () => {
  it('has the exact id of the message, and the fields of every event', async () => {
    const [event, ...others] = await parse(withId(common));
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      type: 'delivered',
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      provider: 'mailjet',
      messageId: '19421777835146491',
      recipient: 'api@mailjet.com',
      timestamp: new Date('2015-06-03T12:19:09Z'),
      raw: { CustomID: 'helloworld' },
    });
    expect((await parse(withId(common)))[0]?.id).toBe(event?.id);
  });

  it.each([
    [{ event: 'sent' }, 'delivered'],
    [{ event: 'open' }, 'opened'],
    [{ event: 'click', url: 'https://mailjet.com' }, 'clicked'],
    [{ event: 'bounce', hard_bounce: true }, 'bounced'],
    [{ event: 'bounce', hard_bounce: false }, 'bounced'],
    [{ event: 'bounce', hard_bounce: false, error: 'greylisted' }, 'deferred'],
    [{ event: 'bounce', hard_bounce: true, error: 'greylisted' }, 'bounced'],
    [{ event: 'blocked', error: 'user unknown' }, 'rejected'],
    [{ event: 'blocked', error_related_to: 'mailjet', error: 'preblocked' }, 'suppressed'],
    [{ event: 'blocked', error_related_to: 'recipient', error: 'blacklisted' }, 'suppressed'],
    [{ event: 'blocked', error_related_to: 'recipient', error: 'spam reporter' }, 'suppressed'],
    [{ event: 'spam', source: 'JMRPP' }, 'complained'],
    [{ event: 'unsub', mj_list_id: 1 }, 'unsubscribed'],
    [{ event: 'of a later version' }, 'unknown'],
  ])('%j is %s', async (changes, type) => {
    expect((await parse({ ...common, ...changes }))[0]?.type).toBe(type);
  });

  it.each([
    ['user unknown', 'unknown-user'],
    ['mailbox inactive', 'unknown-user'],
    ['quota exceeded', 'mailbox-full'],
    ['invalid domain', 'invalid-address'],
    ['no mail host', 'invalid-address'],
    ['relay/access denied', 'policy'],
    ['greylisted', 'other'],
    ['sender blocked', 'blocked'],
    ['content blocked', 'spam-content'],
    ['policy issue', 'policy'],
    ['system issue', 'other'],
    ['protocol issue', 'other'],
    ['connection issue', 'timeout'],
    ['preblocked', 'blocked'],
    ['duplicate in campaign', 'other'],
  ])('says why a mail came back: %s', async (error, category) => {
    const [event] = await parse({ ...common, event: 'bounce', hard_bounce: true, error });
    expect(event?.bounce).toEqual({ class: 'hard', category, diagnostic: error });
  });

  it('has the reply of the receiving server', async () => {
    const comment = '550 5.1.1 No such user';
    const [event] = await parse({
      ...common,
      event: 'bounce',
      hard_bounce: false,
      error: 'user unknown',
      comment,
    });
    expect(event?.bounce).toEqual({
      class: 'soft',
      category: 'unknown-user',
      smtpCode: '550',
      enhancedCode: '5.1.1',
      diagnostic: comment,
    });
  });

  it('has what the message carried: its tag and its metadata', async () => {
    const [event] = await parse({ ...common, customcampaign: 'spring', Payload: '{"order":"17"}' });
    expect(event).toMatchObject({ tags: [{ name: 'spring' }], metadata: { order: '17' } });
    for (const Payload of ['plain text', '[1]', '{"order":17}'])
      expect((await parse({ ...common, Payload }))[0]?.metadata).toBeUndefined();
  });

  it('has the link and the program', async () => {
    const click = {
      event: 'click',
      url: 'https://mailjet.com',
      ip: '127.0.0.1',
      geo: 'FR',
      agent: 'Mozilla/5.0',
    };
    const [event] = await parse({ ...common, ...click });
    expect(event).toMatchObject({
      click: { url: 'https://mailjet.com' },
      client: { ip: '127.0.0.1', userAgent: 'Mozilla/5.0' },
    });
  });

  it.each(['soon', 1e300, null])('has no time: %j', async (time) => {
    expect((await parse({ ...common, time }))[0]?.timestamp).toEqual(new Date(0));
  });

  it('may be one of a group, whose ids are texts', async () => {
    const older = { ...common, mj_message_id: '18858825588804172' };
    const events = await parse([older, { ...older, event: 'open' }]);
    expect(events.map(({ type, messageId }) => [type, messageId])).toEqual([
      ['delivered', '18858825588804172'],
      ['opened', '18858825588804172'],
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  });
});
