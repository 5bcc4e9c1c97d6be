import { createEmailClient } from '@org/email';
import { postmark } from '@org/email/postmark';
import { describe, expect, it } from 'vitest';
import { clientWith, message, sent } from './client.ts';
import { token } from './harness.ts';
import { startPostmark } from './stand-in.ts';

const refusal = (ErrorCode: number, status = 422) => ({
  status,
  json: { ErrorCode, Message: 'Words about bob@example.com.' },
});

describe('postmark: errors', () => {
  it.each<[string, object, string]>([
    ['10 bad token', refusal(10, 401), 'authentication'],
    ['300 invalid email request', refusal(300), 'bad-request'],
    ['400 sender signature not found', refusal(400), 'sender-not-verified'],
    ['401 sender signature not confirmed', refusal(401), 'sender-not-verified'],
    ['402 invalid JSON', refusal(402), 'bad-request'],
    ['403 incompatible JSON', refusal(403), 'bad-request'],
    ['405 out of credits', refusal(405), 'quota-exceeded'],
    ['406 inactive recipient', refusal(406), 'recipient-suppressed'],
    ['409 JSON required', refusal(409), 'bad-request'],
    ['410 too many batch messages', refusal(410), 'bad-request'],
    ['411 forbidden attachment type', refusal(411), 'message-rejected'],
    ['412 account pending', refusal(412), 'account-suspended'],
    ['413 account may not send', refusal(413), 'account-suspended'],
    ['701 no such message', refusal(701), 'not-found'],
    ['1001 no such bounce', refusal(1001), 'not-found'],
    ['1101 no such template', refusal(1101), 'not-found'],
    ['1105 template limit', refusal(1105), 'quota-exceeded'],
    ['1120 missing template field', refusal(1120), 'bad-request'],
    ['1130 layout in use', refusal(1130), 'conflict'],
    ['1225 stream limit', refusal(1225), 'quota-exceeded'],
    ['1226 no such stream', refusal(1226), 'not-found'],
    ['an unknown code', refusal(9999), 'bad-request'],
    ['a code in a 200', refusal(300, 200), 'bad-request'],
    ['status 401 without a code', { status: 401, body: 'no' }, 'authentication'],
    ['status 404', { status: 404, json: {} }, 'not-found'],
    ['status 413', { status: 413, body: '' }, 'payload-too-large'],
    ['status 415', { status: 415, json: {} }, 'bad-request'],
  ])('%s is final', async (_what, answer, code) => {
    const { email, transport } = clientWith(answer);
    const error = await email.send(message).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code, outcome: 'not-sent', retryable: false, provider: 'postmark' });
    expect(transport.requests.length).toBe(1);
    expect(String(error)).not.toContain('bob@example.com');
    expect(JSON.stringify(error)).not.toContain('bob@example.com');
  });

  it.each<[string, object]>([
    ['429', { status: 429, json: {} }],
    ['503 for maintenance', refusal(100, 503)],
    ['503 with a hint', { status: 503, headers: { 'retry-after': '0' }, json: {} }],
  ])('%s is repeated: Postmark did not act', async (_what, answer) => {
    const { email, transport } = clientWith(answer, { json: sent });
    await expect(email.send(message)).resolves.toMatchObject({ messageId: sent.MessageID });
    expect(transport.requests.length).toBe(2);
  });

  it.each([500, 502, 503, 504])('E5: %i is not repeated: Postmark may have acted', async (status) => {
    const { email, transport } = clientWith({ status, json: {} });
    await expect(email.send(message)).rejects.toMatchObject({ code: 'server', outcome: 'unknown' });
    expect(transport.requests.length).toBe(1);
  });

  it('has the code, and the words without addresses', async () => {
    const { email } = clientWith(refusal(300));
    await expect(email.send(message)).rejects.toMatchObject({
      providerCode: '300',
      message: expect.stringContaining('Words about [address]'),
    });
  });

  it('E5: a lost answer is unknown, and no second mail goes out', async () => {
    const service = await startPostmark();
    const driver = postmark({ apiKey: token, baseUrl: service.url });
    await using email = createEmailClient({ driver, limiter: false });
    for (let count = 0; count < 20; count += 1) {
      service.loseAnswers(1);
      await expect(email.send(message)).rejects.toMatchObject({ outcome: 'unknown' });
    }
    expect(service.mails.length).toBe(20);
    await service.close();
  });
});
