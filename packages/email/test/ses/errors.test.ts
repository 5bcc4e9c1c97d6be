import { describe, expect, it } from 'vitest';
import { createClient, message, respond } from './client.ts';

type Row = readonly [
  status: number,
  code: string,
  words: string,
  family: string,
  outcome: string,
  retryable: boolean,
];

// API model sesv2/2019-09-27: the errors of SendEmail and of the other operations, with their status.
const rows: readonly Row[] = [
  [429, 'TooManyRequestsException', 'Maximum sending rate exceeded.', 'rate-limit', 'not-sent', true],
  [429, 'TooManyRequestsException', 'Daily message quota exceeded.', 'quota-exceeded', 'not-sent', false],
  [400, 'ThrottlingException', 'Rate exceeded', 'rate-limit', 'not-sent', true],
  [400, 'Throttling', 'Daily message quota exceeded', 'quota-exceeded', 'not-sent', false],
  [400, 'LimitExceededException', 'Too many templates', 'quota-exceeded', 'not-sent', false],
  [400, 'AccountSuspendedException', 'Suspended', 'account-suspended', 'not-sent', false],
  [400, 'SendingPausedException', 'Paused', 'account-suspended', 'not-sent', false],
  [400, 'MessageRejected', 'Email address is not verified.', 'sender-not-verified', 'not-sent', false],
  // github.com/GoodDollar/GoodServer/issues/419; github.com/faiscadev/fakecloud/pull/1110
  [400, 'MessageRejected', 'Sending paused for this account. See', 'account-suspended', 'not-sent', false],
  [
    400,
    'MessageRejected',
    'Email sending for the account is paused.',
    'account-suspended',
    'not-sent',
    false,
  ],
  [400, 'MessageRejected', 'Transaction failed: virus', 'message-rejected', 'not-sent', false],
  [400, 'MailFromDomainNotVerifiedException', 'MX', 'sender-not-verified', 'not-sent', false],
  [400, 'BadRequestException', 'Missing To', 'bad-request', 'not-sent', false],
  [400, 'InvalidNextTokenException', 'Token', 'bad-request', 'not-sent', false],
  [400, 'AlreadyExistsException', 'Exists', 'conflict', 'not-sent', false],
  [404, 'NotFoundException', 'No such template', 'not-found', 'not-sent', false],
  [409, 'ConflictException', 'In use', 'conflict', 'not-sent', false],
  [500, 'ConcurrentModificationException', 'Busy', 'conflict', 'not-sent', true],
  [500, 'InternalServiceErrorException', 'Oops', 'server', 'unknown', false],
  [503, 'ServiceUnavailable', 'Busy', 'server', 'unknown', false],
  [403, 'AccessDeniedException', 'not authorized to perform ses:SendEmail', 'permission', 'not-sent', false],
  [403, 'OptInRequired', 'Sign up', 'permission', 'not-sent', false],
  [403, 'InvalidClientTokenId', 'Token', 'authentication', 'not-sent', false],
  [403, 'UnrecognizedClientException', 'Token', 'authentication', 'not-sent', false],
  [403, 'SignatureDoesNotMatch', 'Signature', 'authentication', 'not-sent', false],
  [403, 'InvalidSignatureException', 'Signature expired', 'authentication', 'not-sent', false],
  [403, 'ExpiredTokenException', 'Expired', 'authentication', 'not-sent', false],
  [403, 'MissingAuthenticationTokenException', 'Missing', 'authentication', 'not-sent', false],
  [403, 'IncompleteSignatureException', 'Incomplete', 'authentication', 'not-sent', false],
];

async function failureOf(answer: ReturnType<typeof respond>): Promise<unknown> {
  const { email } = createClient([answer], {}, { retry: false });
  return email.send(message).catch((error: unknown) => error);
}

describe('ses(): errors', () => {
  it.each(rows)('%i %s "%s" is %s', async (status, code, words, family, outcome, retryable) => {
    expect(await failureOf(respond({ message: words }, status, code))).toMatchObject({
      code: family,
      outcome,
      retryable,
      status,
      providerCode: code,
      providerRequestId: 'c1f2-amzn',
    });
  });

  it.each([
    ['the header with an address', respond({ message: 'x' }, 400, 'MessageRejected:http://internal/coral/')],
    ['the body', respond({ __type: 'com.amazonaws.sesv2#MessageRejected', message: 'x' }, 400)],
    ['the field code', respond({ code: 'MessageRejected', Message: 'x' }, 400)],
  ])('reads the kind of an error from %s', async (_where, answer) => {
    expect(await failureOf(answer)).toMatchObject({
      code: 'message-rejected',
      providerCode: 'MessageRejected',
      message: expect.stringMatching(/ x/),
    });
  });

  it('quotes the words of SES without addresses', async () => {
    const words = 'Email address is not verified. The following identities failed: bob@example.com';
    const failure = await failureOf(respond({ message: words }, 400, 'MessageRejected'));
    expect(`${(failure as Error).message}`).toMatch(/failed: \[address\]/);
    expect(JSON.stringify(failure)).not.toContain('bob@');
  });

  it('does not take a used-up quota for a rate: it is not repeated', async () => {
    const { email, transport } = createClient([
      respond({ message: 'Daily message quota exceeded.' }, 429, 'TooManyRequestsException'),
    ]);
    await expect(email.send(message)).rejects.toMatchObject({ code: 'quota-exceeded', attempts: 1 });
    expect(transport.requests).toHaveLength(1);
  });

  it.each([
    ['a login page', { status: 200, body: '<html>Sign in</html>' }],
    ['an empty object', respond({})],
    ['another service', { json: { MessageId: 7 } }],
  ])('a 200 of %s is not evidence', async (_what, answer) => {
    const { email } = createClient([answer]);
    await expect(email.send(message)).rejects.toMatchObject({ code: 'response-format', outcome: 'unknown' });
  });
});
