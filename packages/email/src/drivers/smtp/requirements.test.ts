import { describe, expect, it } from 'vitest';
import { createSmtpUtf8Switch } from './conversation.ts';
import type { SmtpLink } from './link.ts';
import type { NodemailerConnection } from './nodemailer.ts';
import { requireAcceptable } from './requirements.ts';

describe('a version of nodemailer that cannot ask for SMTPUTF8', () => {
  const canAskForSmtpUtf8 = createSmtpUtf8Switch({} as NodemailerConnection) !== undefined;
  const link = { extensions: new Map([['SMTPUTF8', '']]), canAskForSmtpUtf8 } as unknown as SmtpLink;
  const mail = { envelope: { from: 'a@acme.dev', to: ['b@acme.dev'] }, bytes: new Uint8Array() };

  it('E11: sends no address outside ASCII', () => {
    expect(() => requireAcceptable(link, { ...mail, isInternational: true })).toThrow(/SMTPUTF8/);
  });

  it('sends other messages', () => {
    expect(() => requireAcceptable(link, { ...mail, isInternational: false })).not.toThrow();
  });
});
