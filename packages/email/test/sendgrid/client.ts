import type { EngineOptions } from '@org/core/driver';
import type { FakeHttpAnswer } from '@org/core/testing';
import { type SendGridOptions, sendgrid } from '@org/email/sendgrid';
import { answering } from '../support/answering.ts';

export { message } from '../support/answering.ts';

/** A client of the service that gives these responses. */
export const createClient = (
  answers: readonly FakeHttpAnswer[],
  options: SendGridOptions = {},
  more?: Pick<EngineOptions, 'retry'>,
) => answering(sendgrid({ apiKey: 'SG.good', ...options }), answers, more);

export const accepted: FakeHttpAnswer = { status: 202, headers: { 'x-message-id': '14c5d75ce93' } };
