import { describe, expect, it } from 'vitest';
import { createClient, failed, message } from './client.ts';

describe('an error of Mailjet about a message', () => {
  it.each([
    ['mj-0002', 400, 'bad-request'],
    ['mj-0003', 400, 'bad-request'],
    ['mj-0004', 400, 'bad-request'],
    ['mj-0005', 400, 'bad-request'],
    ['mj-0006', 400, 'bad-request'],
    ['mj-0007', 400, 'bad-request'],
    ['mj-0008', 400, 'bad-request'],
    ['send-0003', 400, 'bad-request'],
    ['send-0004', 400, 'bad-request'],
    ['send-0006', 403, 'sender-not-verified'],
    ['send-0007', 403, 'sender-not-verified'],
    ['send-0008', 403, 'sender-not-verified'],
    ['send-0010', 400, 'permission'],
    ['send-0011', 400, 'bad-request'],
    ['send-0012', 400, 'bad-request'],
    ['send-0013', 400, 'bad-request'],
    ['send-0015', 400, 'payload-too-large'],
    ['send-0016', 400, 'bad-request'],
    ['send-9999', 400, 'bad-request'],
  ])('%s (%s) is %s, with any status of the response', async (errorCode, stated, code) => {
    for (const status of [200, stated]) {
      const { email, transport } = createClient({
        status,
        body: `{"Messages":[${failed(errorCode, stated)}]}`,
      });
      const error = await email.send(message).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code,
        outcome: 'not-sent',
        attempts: 1,
        providerCode: errorCode,
        providerRequestId: 'f987008f',
        issues: [{ path: 'From' }],
      });
      expect(`${JSON.stringify(error)} ${error}`).not.toContain('bob@example.com');
      expect(`${error}`).toContain('Not for [address]');
      expect(transport.requests).toHaveLength(1);
    }
  });
});

describe('an error of Mailjet about a request', () => {
  it.each([
    [400, undefined, 'bad-request', 'not-sent', 1],
    [401, undefined, 'authentication', 'not-sent', 1],
    [401, 'mj-0001', 'account-suspended', 'not-sent', 1],
    [403, undefined, 'permission', 'not-sent', 1],
    [404, undefined, 'not-found', 'not-sent', 1],
    [405, undefined, 'bad-request', 'not-sent', 1],
    [429, undefined, 'rate-limit', 'not-sent', 3],
    [500, undefined, 'server', 'unknown', 1],
    [502, undefined, 'server', 'unknown', 1],
  ])('%s %s is %s, %s, after %s attempts', async (status, ErrorCode, code, outcome, attempts) => {
    const json = {
      ErrorIdentifier: 'D4DF574C',
      ErrorCode,
      ErrorMessage: 'Not for bob@example.com',
      StatusCode: status,
    };
    const { email, runtime } = createClient({ status, json });
    const error = email.send(message).catch((thrown: unknown) => thrown);
    await runtime.advance(600_000);
    expect(await error).toMatchObject({ code, outcome, attempts, status });
    expect(`${JSON.stringify(await error)} ${await error}`).not.toContain('bob@example.com');
    expect(`${await error}`).toContain('Not for [address]');
  });

  it('has the words of the REST API', async () => {
    const json = { ErrorInfo: 'a property', ErrorMessage: 'Invalid input', StatusCode: 400 };
    const { email } = createClient({ status: 400, json });
    const error = await email.send(message).catch((thrown: unknown) => thrown);
    expect(`${error}`).toContain('Invalid input a property');
  });

  it.each([
    ['a page of HTML', { body: '<h1>Bad Request</h1>' }],
    ['a list', { json: ['Bad Request'] }],
    ['fields of other types', { json: { ErrorCode: 5, ErrorMessage: { a: 'b' }, Messages: 'x' } }],
  ])('that is %s is an error by its status', async (_what, body) => {
    const { email } = createClient({ status: 400, ...body });
    const error = await email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'bad-request', status: 400 });
  });

  it.each([{ json: {} }, { json: { Messages: [] } }, { body: '' }])(
    'is not stated, and neither is success: %j',
    async (answer) => {
      const { email } = createClient(answer);
      await expect(email.send(message)).rejects.toMatchObject({
        code: 'response-format',
        outcome: 'unknown',
      });
    },
  );
});

// CauldronUp/cauldron, a reported failure, September 2026.
it('what Mailjet has already is a conflict', async () => {
  const json = { ErrorInfo: '', ErrorMessage: 'MJ18 A Template resource already exists.', StatusCode: 400 };
  const { email } = createClient({ status: 400, json });
  const create = email.request({ method: 'POST', path: '/v3/REST/template', json: { Name: 'Welcome' } });
  await expect(create).rejects.toMatchObject({ code: 'conflict', outcome: 'not-sent' });
});

it('a refused pair of keys names the place of both once', async () => {
  const { email } = createClient({ status: 401, json: { StatusCode: 401, ErrorMessage: 'no' } });
  const send = email.send(message).catch((error: Error) => error.message);
  expect(await send).toContain('It came from the value in the options. ');
});
