import { describe, expect, it } from 'vitest';
import { createCommandParameters } from './connection/command-parameters.ts';
import type { SmtpLink } from './connection/link.ts';
import type { NodemailerConnection } from './connection/nodemailer.ts';
import { requireAcceptable } from './requirements.ts';

describe('a version of nodemailer that cannot ask for SMTPUTF8', () => {
  const canAddParameters = createCommandParameters({} as NodemailerConnection) !== undefined;
  const link = { extensions: new Map([['SMTPUTF8', '']]), canAddParameters } as unknown as SmtpLink;
  const envelope = { from: 'a@acme.dev', to: ['b@acme.dev'] };
  const mail = { envelope, bytes: new Uint8Array(), envelopeId: 'x', is8Bit: false, needsTls: false };

  it('E11: sends no address outside ASCII', () => {
    expect(() => requireAcceptable(link, { ...mail, isInternational: true })).toThrow(/SMTPUTF8/);
  });

  it('sends other messages', () => {
    expect(() => requireAcceptable(link, { ...mail, isInternational: false })).not.toThrow();
  });
});
