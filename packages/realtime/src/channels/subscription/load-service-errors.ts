import type { OrgError, TimeoutError } from '@org/core';
import { loadCode, networkFailure } from '../../internal/load-code.ts';
import { tookTooLong } from '../../internal/wrong-input.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { AnsweredSubscription, ServiceErrors, ServiceErrorsPort } from './service-errors.ts';

export function noResponse(
  { name, unassigned }: AnsweredSubscription,
  { subscribeTimeoutMs }: ServiceErrorsPort['settings'],
): TimeoutError {
  const what = `No response to the subscription to ${name} within ${subscribeTimeoutMs} ms.`;
  return tookTooLong('subscribe', what, unassigned);
}

// Bounds the memory while the code loads.
const maxWaiting = 1_000;

/** What a client does with errors of the service. */
export type ErrorsGate = Pick<LazyServiceErrors, 'take' | 'timedOut' | 'subscribed' | 'repeated' | 'clear'>;

/**
 * Loads the code for errors of the service with the first one, or with the first timeout. Calls wait
 * meanwhile, in order. The timeout of a subscription also ends the wait for its refusal.
 */
export class LazyServiceErrors {
  readonly #port: ServiceErrorsPort;
  readonly #waiting: ((errors: ServiceErrors) => void)[] = [];
  #errors: ServiceErrors | undefined;
  #isLoading = false;

  constructor(port: ServiceErrorsPort) {
    this.#port = port;
  }

  take(frame: Frame): void {
    const { socketId } = this.#port.connection;
    this.#use((errors) => errors.take(frame, socketId));
  }

  /** A subscription timed out: its response may come late. Returns the error. */
  timedOut(subscription: AnsweredSubscription): TimeoutError {
    const { settings } = this.#port;
    const nowMs = settings.runtime.now();
    this.#use(({ lateAnswers }) => lateAnswers.expect(subscription.name, nowMs));
    return noResponse(subscription, settings);
  }

  /** The service confirmed a subscription. */
  subscribed(channel: string): void {
    this.#use(({ lateAnswers }) => lateAnswers.settle(channel));
  }

  /** The service confirmed a channel that is subscribed. Returns since when events may be lost. */
  repeated(channel: string): number | undefined {
    return this.#errors?.lateAnswers.takeRepeated(channel);
  }

  /** The connection ended. */
  clear(): void {
    this.#use(({ lateAnswers }) => lateAnswers.clear());
  }

  #use(call: (errors: ServiceErrors) => void): void {
    if (this.#errors !== undefined) call(this.#errors);
    else {
      if (this.#waiting.length < maxWaiting) this.#waiting.push(call);
      if (!this.#isLoading) void this.#load();
    }
  }

  /** The next call retries a failed load. */
  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      const part = 'for errors of the service';
      const { ServiceErrors } = await loadCode(part, () => import('./service-errors.ts'), networkFailure);
      const errors = new ServiceErrors(this.#port);
      for (const call of this.#waiting) call(errors);
      this.#errors = errors;
    } catch (error) {
      this.#port.hub.report(error as OrgError);
    }
    this.#isLoading = false;
  }
}
