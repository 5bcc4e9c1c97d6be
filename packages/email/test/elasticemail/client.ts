import type { EngineOptions } from '@org/core/driver';
import type { FakeHttpAnswer } from '@org/core/testing';
import { elasticemail } from '@org/email/elasticemail';
import { answering } from '../support/answering.ts';

export { message } from '../support/answering.ts';

/** A client of the service that gives these responses. */
export const createClient = (answers: readonly FakeHttpAnswer[], more?: Pick<EngineOptions, 'retry'>) =>
  answering(elasticemail({ apiKey: 'ee-good' }), answers, more);

export const transaction = '9ea3e3f6-1b2c-4d5e-8f90-abcdefabcdef';
export const accepted: FakeHttpAnswer = {
  json: { TransactionID: transaction, MessageID: 'GruPGipsdsy31TIhv3CArg2' },
};
