import { describe, expect, it } from 'vitest';
import { classifySmtpFailure } from './errors.ts';
import type { SmtpPhase } from './phase.ts';

/** An error as nodemailer makes it. */
const failed = (message: string, fields: object) => Object.assign(new Error(message), fields);

describe('what nodemailer refuses by itself', () => {
  it.each<[string, string, SmtpPhase]>([
    ['EENVELOPE', 'Invalid recipient "bob@example.com"', 'envelope'],
    ['EMESSAGE', 'Message size larger than allowed 1000', 'envelope'],
    ['EAUTH', 'Missing credentials for "PLAIN"', 'auth'],
  ])('%s is not a network failure, and is never repeated', (code, message, phase) => {
    const failure = classifySmtpFailure(failed(message, { code, command: 'API' }), { phase });
    expect(new failure.type(failure)).toMatchObject({ code: 'bad-request', outcome: 'not-sent' });
    expect(failure.replay).toBe('never');
    expect(failure).toMatchObject({ message: 'nodemailer refused to send.', words: message });
    expect(failure.redact?.(message)).toBe(message.replace('bob@example.com', '[address]'));
  });
});

describe('what the system reports', () => {
  it.each<[string, SmtpPhase, object]>([
    ['ETIMEDOUT', 'connect', { outcome: 'not-sent', replay: 'always', providerCode: 'ETIMEDOUT' }],
    ['ECONNREFUSED', 'connect', { outcome: 'not-sent', replay: 'always', providerCode: 'ECONNREFUSED' }],
    ['ECONNRESET', 'data', { outcome: 'not-sent', replay: 'always', providerCode: 'ECONNRESET' }],
    ['ECONNRESET', 'final', { outcome: 'unknown', replay: 'if-safe', providerCode: 'ECONNRESET' }],
    ['CERT_HAS_EXPIRED', 'greeting', { outcome: 'not-sent', replay: 'never' }],
    ['EPROTO', 'connect', { outcome: 'not-sent', replay: 'never' }],
    ['EPROTO', 'final', { outcome: 'unknown', replay: 'if-safe' }],
  ])('%s while in phase %s: %o', (originalCode, phase, expected) => {
    const error = failed(originalCode, { code: 'ESOCKET', originalCode });
    expect(classifySmtpFailure(error, { phase })).toMatchObject(expected);
  });
});
