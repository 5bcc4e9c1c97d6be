// What follows from the class of an answer: where the mail goes next.
import type { JobOutcome } from '../../src/bullmq/index.ts';
import type { Learned } from './stage.ts';

type Class = Pick<Learned, 'code' | 'outcome' | 'retryable' | 'isResult'>;

/** They are not about the mail: it goes elsewhere, or waits until somebody has put the account right. */
const refusalsOfTheAccount = [
  'account-suspended',
  'authentication',
  'permission',
  'quota-exceeded',
  'sender-not-verified',
];
const outages = ['network', 'rate-limit', 'server'];

/** A fail-over tries the next driver. */
export function movesOn({ code, outcome }: Class): boolean {
  return outcome === 'not-sent' && [...refusalsOfTheAccount, ...outages].includes(code);
}

export function stateInQueue({ code, outcome, retryable, isResult }: Class): JobOutcome['state'] {
  if (isResult) return 'sent';
  const mayPass = retryable || refusalsOfTheAccount.includes(code);
  return outcome === 'not-sent' && mayPass ? 'requeued' : 'dead';
}
