import type { FakeHttpAnswer } from '@org/core/testing';
import { type ZeptoMailOptions, zeptomail } from '@org/email/zeptomail';
import { describe, expect, it } from 'vitest';
import { answering, message } from '../support/answering.ts';

const accepted: FakeHttpAnswer = {
  status: 201,
  json: { data: [{ code: 'EM_104' }], message: 'OK', request_id: 'r-1', object: 'email' },
};
const createClient = (options: ZeptoMailOptions = {}, answer = accepted) =>
  answering(zeptomail({ apiKey: 'ze-good', ...options }), [answer]);

describe('a request to ZeptoMail', () => {
  it('has every field as its pages spell it', async () => {
    const { email, transport } = createClient();
    const { outcomes } = await email.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: 'Bob <bob@example.com>',
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: ['help@acme.dev', 'Fay <fay@acme.dev>'],
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'Hi' },
        { filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' },
      ],
      tracking: { opens: true, clicks: false },
      providerOptions: { zeptomail: { clientReference: 'order-17', bounceAddress: 'b@bounce.acme.dev' } },
    });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe('POST https://api.zeptomail.com/v1.1/email');
    expect(request?.json()).toEqual({
      from: { address: 'ann@acme.dev', name: 'Lee, Ann' },
      to: [{ email_address: { address: 'bob@example.com', name: 'Bob' } }],
      cc: [{ email_address: { address: 'dan@example.com' } }],
      bcc: [{ email_address: { address: 'eve@example.com' } }],
      reply_to: [{ address: 'help@acme.dev' }, { address: 'fay@acme.dev', name: 'Fay' }],
      subject: 'Grüße',
      htmlbody: '<img src="cid:logo">',
      textbody: 'Grüße',
      attachments: [{ name: 'a.txt', mime_type: 'text/plain', content: 'SGk=' }],
      inline_images: [{ name: 'logo.png', mime_type: 'image/png', content: 'cG5n', cid: 'logo' }],
      track_opens: true,
      track_clicks: false,
      mime_headers: { 'X-Campaign': 'spring' },
      client_reference: 'order-17',
      bounce_address: 'b@bounce.acme.dev',
    });
    expect(outcomes.map(({ messageId }) => messageId)).toEqual(['r-1', 'r-1', 'r-1']);
  });

  it.each(['ze-good', 'Zoho-enczapikey ze-good'])('has the token %j with its scheme', async (apiKey) => {
    const { email, transport } = createClient({ apiKey, dataCentre: 'eu' });
    await email.send(message);
    const [request] = transport.requests;
    expect(request?.headers.get('authorization')).toBe('Zoho-enczapikey ze-good');
    expect(request?.url.host).toBe('api.zeptomail.eu');
  });

  it.each(['evil.example/', 'EU', 'eu:443', ''])('is refused for the data centre %j', (dataCentre) => {
    expect(() => zeptomail({ dataCentre: dataCentre as never })).toThrow('dataCentre must be');
  });

  it('names a template and its values', async () => {
    const { email, transport } = createClient();
    const template = { id: 'welcome', variables: { name: 'Bob', items: [{ sku: 'a' }] } };
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', template });
    expect(transport.requests[0]?.url.pathname).toBe('/v1.1/email/template');
    expect(transport.requests[0]?.json()).toEqual({
      from: { address: 'ann@acme.dev' },
      to: [{ email_address: { address: 'bob@example.com' } }],
      template_key: 'welcome',
      merge_info: template.variables,
    });
    const other = email.send({ ...message, template } as never);
    await expect(other).rejects.toMatchObject({ code: 'unsupported', issues: [{ path: 'subject' }] });
  });
});

describe('a response of ZeptoMail', () => {
  it('may be missing: the send is not repeated', async () => {
    const { email, transport } = createClient({}, { status: 502 });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(transport.requests).toHaveLength(1);
  });
});
