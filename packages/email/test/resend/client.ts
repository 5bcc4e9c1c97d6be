import type { FakeHttpAnswer } from '@org/core/testing';
import { resend } from '@org/email/resend';
import { answering } from '../support/answering.ts';

export { message } from '../support/answering.ts';

/** A client of the service that gives these responses. */
export const createClient = (...answers: readonly FakeHttpAnswer[]) =>
  answering(resend({ apiKey: 're_good' }), answers);

export const accepted = { json: { id: '49a3999c' } };
