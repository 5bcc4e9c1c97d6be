import type { FakeHttpAnswer } from '@org/core/testing';
import { type MailtrapOptions, mailtrap } from '@org/email/mailtrap';
import { describe, expect, it } from 'vitest';
import { answering, message } from '../support/answering.ts';

const accept = (...message_ids: readonly string[]): FakeHttpAnswer => ({
  json: { success: true, message_ids },
});
const createClient = (answer = accept('id-1'), options: MailtrapOptions = {}) =>
  answering(mailtrap({ apiKey: 'mt-good', ...options }), [answer]);

describe('a request to Mailtrap', () => {
  it('has every field as the OpenAPI document spells it', async () => {
    const { email, transport } = createClient(accept('id-1', 'id-2', 'id-3'));
    const { outcomes } = await email.send({
      from: '"Lee, Ann" <ann@acme.dev>',
      to: 'Bob <bob@example.com>',
      cc: 'dan@example.com',
      bcc: 'eve@example.com',
      replyTo: 'Help <help@acme.dev>',
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', content: 'Hi' },
        { filename: 'logo.png', content: 'png', disposition: 'inline', contentId: 'logo' },
      ],
      tags: ['welcome'],
      metadata: { order: '17' },
    });
    const [request] = transport.requests;
    expect(`${request?.method} ${request?.url}`).toBe('POST https://send.api.mailtrap.io/api/send');
    expect(request?.headers.get('authorization')).toBe('Bearer mt-good');
    expect(request?.json()).toEqual({
      from: { email: 'ann@acme.dev', name: 'Lee, Ann' },
      to: [{ email: 'bob@example.com', name: 'Bob' }],
      cc: [{ email: 'dan@example.com' }],
      bcc: [{ email: 'eve@example.com' }],
      reply_to: { email: 'help@acme.dev', name: 'Help' },
      subject: 'Grüße',
      html: '<img src="cid:logo">',
      text: 'Grüße',
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { filename: 'a.txt', type: 'text/plain', content: 'SGk=', disposition: 'attachment' },
        {
          filename: 'logo.png',
          type: 'image/png',
          content: 'cG5n',
          disposition: 'inline',
          content_id: 'logo',
        },
      ],
      custom_variables: { order: '17' },
      category: 'welcome',
    });
    expect(outcomes.map(({ recipient, messageId }) => [recipient, messageId])).toEqual([
      ['bob@example.com', 'id-1'],
      ['dan@example.com', 'id-2'],
      ['eve@example.com', 'id-3'],
    ]);
  });

  it.each([
    [{ bulk: true }, 'https://bulk.api.mailtrap.io/api/send'],
    [{ sandboxId: '42' }, 'https://sandbox.api.mailtrap.io/api/send/42'],
  ])('of mailtrap(%j) goes to %s', async (options, url) => {
    const { email, transport } = createClient(accept('id-1'), options);
    await email.send(message);
    expect(`${transport.requests[0]?.url}`).toBe(url);
  });

  it.each([
    [{ bulk: true, sandboxId: '42' }, 'no bulk stream'],
    [{ sandboxId: 'mine' }, 'sandboxId must be'],
    [{ sandbox: '42' }, 'sandboxId'],
  ])('is refused for mailtrap(%j)', (options, words) => {
    expect(() => mailtrap(options as MailtrapOptions)).toThrow(words);
  });

  it('names a template and its values', async () => {
    const { email, transport } = createClient();
    const template = { id: 'b81aabcd-1a1e-41cf-91b6-eca0254b3d96', variables: { items: [{ sku: 'a' }] } };
    await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', template });
    expect(transport.requests[0]?.json()).toEqual({
      from: { email: 'ann@acme.dev' },
      to: [{ email: 'bob@example.com' }],
      template_uuid: template.id,
      template_variables: template.variables,
    });
  });

  it.each([
    ['subject', {}],
    ['html', { subject: undefined }],
    ['tags', { subject: undefined, html: undefined, tags: ['a'] }],
  ])('is not made for a template and %s', async (path, more) => {
    const { email, transport } = createClient();
    const wrong = { ...message, template: { id: 'x' }, ...more };
    await expect(email.send(wrong as never)).rejects.toMatchObject({
      code: 'unsupported',
      issues: [{ path }],
    });
    expect(transport.requests).toEqual([]);
  });
});

describe('a success of Mailtrap', () => {
  it('has a refusal for a mail of a batch, which concerns no other', async () => {
    const responses = [
      { success: true, message_ids: ['id-1'] },
      { success: false, errors: ["'to' address of bob@example.com is invalid"] },
    ];
    const { email, transport } = createClient({ json: { success: true, responses } });
    const sent = await email.sendBatch([message, message, message]);
    expect(sent).toMatchObject([
      { ok: true, result: { messageId: 'id-1' } },
      { ok: false, error: { code: 'bad-request', outcome: 'not-sent' } },
      { ok: false, error: { outcome: 'unknown' } },
    ]);
    const [, refused] = sent;
    expect(refused?.ok === false && refused.error.message).toContain("'to' address of [address] is invalid");
    expect(transport.requests.map(({ url }) => url.pathname)).toEqual(['/api/batch']);
  });

  it('that says `success: false` is a refusal', async () => {
    const { email } = createClient({ json: { success: false, errors: ['no credit'] } });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'bad-request', outcome: 'not-sent' });
  });

  it('gives no ids that nobody can assign', async () => {
    const { email } = createClient(accept('id-1'));
    const { outcomes } = await email.send({ ...message, cc: 'cat@example.com' });
    expect(outcomes).toEqual(
      ['bob@example.com', 'cat@example.com'].map((recipient) => ({ recipient, status: 'accepted' })),
    );
  });

  it('may come without a response: the send is not repeated', async () => {
    const { email, transport } = createClient({ status: 502 });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(transport.requests).toHaveLength(1);
  });
});
