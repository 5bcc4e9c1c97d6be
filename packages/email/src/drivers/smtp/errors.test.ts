import { describe, expect, it } from 'vitest';
import { SmtpError } from './connection/smtp-error.ts';
import { classifySmtpFailure } from './errors.ts';
import type { SmtpPhase } from './phase.ts';

describe('a command that cannot be written', () => {
  it('is not a network failure, and is never repeated', () => {
    const message = 'a command has a line break: bob@example.com';
    const failure = classifySmtpFailure(new SmtpError(message, { code: 'EENVELOPE' }), { phase: 'envelope' });
    expect(new failure.type(failure)).toMatchObject({ code: 'bad-request', outcome: 'not-sent' });
    expect(failure.replay).toBe('never');
    expect(failure).toMatchObject({ words: message });
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
  ])('%s while in phase %s: %o', (code, phase, expected) => {
    expect(classifySmtpFailure(new SmtpError('failed', { code }), { phase })).toMatchObject(expected);
  });
});
