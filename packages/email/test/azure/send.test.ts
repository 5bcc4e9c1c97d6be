import type { FakeHttpAnswer } from '@org/core/testing';
import { type AzureOptions, azure } from '@org/email/azure';
import { describe, expect, it, vi } from 'vitest';
import { hurry } from '../answers/stage.ts';
import { answering } from '../support/answering.ts';
import { goodKey } from './harness.ts';

const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' } as const;
const id = '8540c0de-899f-5cce-acb5-3ec493af3800';
const accepted: FakeHttpAnswer = { status: 202, json: { id, status: 'Running' } };
const connectionString = `endpoint=https://acme.communication.azure.com/;accesskey=${goodKey}`;
const createClient = (answers: readonly FakeHttpAnswer[] = [accepted], options: AzureOptions = {}) =>
  answering(azure({ connectionString, ...options }), answers);

describe('a request to Azure', () => {
  it('has every field as the description spells it', async () => {
    const { email, transport } = createClient();
    const { outcomes } = await email.send({
      from: 'ann@acme.dev',
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
      providerOptions: { azure: { disableTracking: true } },
    });
    const [request, ...others] = transport.requests;
    expect(others).toEqual([]);
    expect(`${request?.method} ${request?.url}`).toBe(
      'POST https://acme.communication.azure.com/emails:send?api-version=2025-09-01',
    );
    expect(request?.headers.get('x-ms-date')).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(request?.json()).toEqual({
      senderAddress: 'ann@acme.dev',
      content: { subject: 'Grüße', plainText: 'Grüße', html: '<img src="cid:logo">' },
      recipients: {
        to: [{ address: 'bob@example.com', displayName: 'Bob' }],
        cc: [{ address: 'dan@example.com' }],
        bcc: [{ address: 'eve@example.com' }],
      },
      replyTo: [{ address: 'help@acme.dev' }, { address: 'fay@acme.dev', displayName: 'Fay' }],
      headers: { 'X-Campaign': 'spring' },
      attachments: [
        { name: 'a.txt', contentType: 'text/plain', contentInBase64: 'SGk=' },
        { name: 'logo.png', contentType: 'image/png', contentInBase64: 'cG5n', contentId: 'logo' },
      ],
      userEngagementTrackingDisabled: true,
    });
    expect(outcomes.map(({ status, messageId }) => [status, messageId])).toEqual(
      ['to', 'cc', 'bcc'].map(() => ['accepted', id]),
    );
  });

  it('is not made for a sender with a name', async () => {
    const { email, transport } = createClient();
    await expect(email.send({ ...message, from: 'Ann <ann@acme.dev>' })).rejects.toMatchObject({
      code: 'unsupported',
      outcome: 'not-sent',
      issues: [{ path: 'from' }],
    });
    expect(transport.requests).toEqual([]);
  });

  it('goes to the resource of the options or the environment', async () => {
    vi.stubEnv('COMMUNICATION_CONNECTION_STRING', undefined);
    expect(() => azure({ apiKey: goodKey })).toThrow('COMMUNICATION_CONNECTION_STRING');
    vi.stubEnv('COMMUNICATION_CONNECTION_STRING', ` AccessKey=${goodKey};Endpoint=https://b.example/`);
    const { email, transport } = answering(azure({ apiVersion: '2023-03-31' }), [accepted]);
    vi.unstubAllEnvs();
    await email.send(message);
    expect(`${transport.requests[0]?.url}`).toBe('https://b.example/emails:send?api-version=2023-03-31');
  });

  const local = 'http://127.0.0.1:4010';
  it.each<[string, AzureOptions, string]>([
    ['`baseUrl`', { baseUrl: 'https://own.example', connectionString }, 'https://own.example'],
    ['`connectionString`', { connectionString }, 'https://acme.communication.azure.com'],
    ['AZURE_BASE_URL', { apiKey: goodKey }, local],
  ])('goes to %s before what follows it', async (_what, options, base) => {
    vi.stubEnv('AZURE_BASE_URL', local);
    vi.stubEnv('COMMUNICATION_CONNECTION_STRING', `endpoint=https://b.example/;accesskey=${goodKey}`);
    const { email, transport } = answering(azure(options), [accepted]);
    vi.unstubAllEnvs();
    await email.send(message);
    expect(new URL(`${transport.requests[0]?.url}`).origin).toBe(base);
  });

  it('needs the address in a connection string of the options', () => {
    vi.stubEnv('AZURE_BASE_URL', local);
    expect(() => azure({ connectionString: `accesskey=${goodKey}` })).toThrow('connectionString');
    vi.unstubAllEnvs();
  });

  it('is not made with a key that is not base64, which no error shows', async () => {
    const { email, transport } = createClient([accepted], { apiKey: 'not base64!' });
    const error: unknown = await email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'credential', outcome: 'not-sent' });
    expect(`${error} ${JSON.stringify(error)}`).not.toContain('not base64!');
    expect(transport.requests).toEqual([]);
  });
});

describe('waitForResult', () => {
  const state = (status: string, error?: object): FakeHttpAnswer => ({ json: { id, status, error } });
  const sendWith = async (...states: readonly FakeHttpAnswer[]) => {
    const { email, transport, runtime } = createClient([accepted, ...states], { waitForResult: true });
    const sending = email.send({ ...message, cc: 'cat@example.com' }).then(
      (result) => result,
      (error: unknown) => error,
    );
    return { result: await hurry({ runtime }, sending), requests: transport.requests };
  };

  it('follows an accepted mail to its end, by the id and not by the address in the response', async () => {
    const { result, requests } = await sendWith(state('NotStarted'), state('Running'), state('Succeeded'));
    expect(result).toMatchObject({
      outcomes: [{ status: 'accepted' }, { status: 'accepted' }],
      messageId: id,
    });
    expect(requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'POST /emails:send',
      ...Array.from({ length: 3 }, () => `GET /emails/operations/${id}`),
    ]);
  });

  it.each([
    ['EmailDropped', 'recipient-rejected'],
    ['EmailDroppedAllRecipientsSuppressed', 'recipient-suppressed'],
    ['OfALaterVersion', 'message-rejected'],
  ])('finds %s in a 200', async (code, expected) => {
    const words = 'Not for bob@example.com';
    const { result } = await sendWith(state('Running'), state('Failed', { code, message: words }));
    expect(result).toMatchObject({ code: expected, outcome: 'not-sent', providerCode: code });
    expect(`${result}`).toContain('Not for [address]');
  });

  it('does not lose a mail whose end it does not learn', async () => {
    for (const last of [state('OfALaterVersion'), { status: 403, json: { error: { code: 'Denied' } } }]) {
      const { result } = await sendWith(last);
      expect(result).toMatchObject({ outcome: 'sent' });
    }
  });

  it('may fail without a response to the send: it is not repeated', async () => {
    const { email, transport } = createClient([{ status: 502 }], { waitForResult: true });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(transport.requests).toHaveLength(1);
  });
});
