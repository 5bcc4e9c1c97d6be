// One recorded answer to every request of a driver, and what a caller learns from it.
import { setTimeout as sleep } from 'node:timers/promises';
import { isOrgError, type OrgError } from '@org/core';
import { createFakeTransport, createManualRuntime, type FakeHttpAnswer } from '@org/core/testing';
import { createEmailClient, type EmailMessage, type SendResult } from '../../src/index.ts';
import { fitContent } from '../support/stored-message.ts';
import { driverOf, type ServiceName } from './services.ts';

/** An answer of a service: a text is the body as it is, anything else JSON. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}

/** What the caller of a send learns. */
export interface Learned {
  readonly code: OrgError['code'] | 'accepted';
  readonly outcome: 'sent' | OrgError['outcome'];
  readonly retryable: boolean;
  /** The call has a result, not an error. */
  readonly isResult: boolean;
  readonly requests: number;
  readonly providerCode?: string | undefined;
  readonly message: string;
}

export const message: EmailMessage = {
  from: 'ann@mail.example',
  to: 'bob@other.example',
  subject: 'A report',
  html: '<p>It is here.</p>',
};

/** The engine of a client whose service always gives this answer. It is 1 September 2026. */
export function engineOf(answer: Answer) {
  const transport = createFakeTransport([{ answer: replyOf(answer) }]);
  const runtime = createManualRuntime({ startAt: new Date('2026-09-01T00:00:00Z') });
  return { transport, limiter: false, runtime } as const;
}

/** Ends every wait of the engine at once, until the work is done. */
export async function hurry<Value>(
  { runtime }: Pick<ReturnType<typeof engineOf>, 'runtime'>,
  work: Promise<Value>,
): Promise<Value> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  while (!isDone) {
    // Signatures are made in other threads, in their own time: what is asked for later ends later.
    await crypto.subtle.digest('SHA-256', new Uint8Array(1));
    await sleep(1);
    await runtime.advance(1_000);
  }
  return done;
}

/** The answer, for a fake transport. */
export function replyOf({ status, headers = {}, body }: Answer): FakeHttpAnswer {
  return typeof body === 'string' ? { status, headers, body } : { status, headers, json: body ?? null };
}

export function codeOfResult(result: SendResult | undefined): Learned['code'] {
  return result?.outcomes[0]?.status === 'suppressed' ? 'recipient-suppressed' : 'accepted';
}

const learned = new WeakMap<Answer, Map<ServiceName, Promise<Learned>>>();

/** Sends a mail to a service that gives this answer, once for all tests that compare with it. */
export function learn(service: ServiceName, answer: Answer): Promise<Learned> {
  const ofAnswer = learned.get(answer) ?? new Map<ServiceName, Promise<Learned>>();
  learned.set(answer, ofAnswer);
  const known = ofAnswer.get(service) ?? learnOnce(service, answer);
  ofAnswer.set(service, known);
  return known;
}

async function learnOnce(service: ServiceName, answer: Answer): Promise<Learned> {
  const engine = engineOf(answer);
  const driver = driverOf(service, 'https://service.example');
  const email = createEmailClient({ driver, ...engine });
  try {
    const result = await hurry(engine, email.send(fitContent(driver, message)));
    const requests = engine.transport.requests.length;
    const { response = '' } = result;
    const code = codeOfResult(result);
    return { code, outcome: 'sent', retryable: false, isResult: true, requests, message: response };
  } catch (error) {
    if (!isOrgError(error)) throw error;
    const { code, outcome, retryable, providerCode, message: text } = error;
    const requests = engine.transport.requests.length;
    return { code, outcome, retryable, isResult: false, requests, providerCode, message: text };
  }
}
