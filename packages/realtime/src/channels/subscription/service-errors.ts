import type { OrgError, Runtime } from '@org/core';
import { SubscriptionRefusedError } from '../../errors/channel-errors.ts';
import { ServiceReportedError } from '../../errors/connection-errors.ts';
import { notSent } from '../../internal/wrong-input.ts';
import type { Frame } from '../../protocol/frame.ts';
import { concernsNoSubscription, findRefusedChannel } from '../../protocol/refused-channel.ts';
import { isTemporary, readServiceMessage, type ServiceMessage } from '../../protocol/service-message.ts';
import { createLateAnswers } from './late-answers.ts';
import type { SubscriptionEvent, SubscriptionState } from './subscription-machine.ts';

/** A subscription that an error may answer. */
export interface AnsweredSubscription {
  readonly name: string;
  readonly auth: string;
  readonly state: SubscriptionState;
  /** An error without a channel, which may be the response. */
  unassigned: OrgError | undefined;
  dispatch(event: SubscriptionEvent): void;
}

/** The subscriptions that errors of the service may answer. */
export interface ServiceErrorsPort {
  readonly connection: { readonly socketId: string | undefined };
  readonly subscriptions: ReadonlyMap<string, AnsweredSubscription>;
  readonly hub: { report(error: OrgError): void };
  readonly settings: { readonly runtime: Runtime; readonly subscribeTimeoutMs: number };
}

// `pausing`: after a timeout, the response may be late.
const awaited = ['subscribing', 'leaving', 'pausing'];

/** Reads errors of the service: a refused subscription, or an `error` event. */
export class ServiceErrors {
  readonly lateAnswers = createLateAnswers();
  readonly #port: ServiceErrorsPort;

  constructor(port: ServiceErrorsPort) {
    this.#port = port;
  }

  /** An error of an ended connection answers no subscription. */
  take(frame: Frame, socketId: string | undefined): void {
    const { connection, subscriptions } = this.#port;
    const message = readServiceMessage(frame.data);
    if (this.lateAnswers.takeEcho(message)) return;
    const isCurrent = socketId === connection.socketId;
    const refused = isCurrent ? findRefused(frame, message, subscriptions) : undefined;
    const isPausing = refused?.state.name === 'pausing';
    // While the response to an earlier subscription is outstanding, this may be that response.
    if (refused === undefined || (this.lateAnswers.take(refused.name) && !isPausing))
      this.#report(frame.channel, message, isCurrent);
    else {
      const mayExist = /^existing subscription/i.test(message.fullText);
      if (mayExist) this.lateAnswers.expectEcho(refused.name);
      const error = refusal(refused.name, message);
      refused.dispatch({ type: 'refused', error, mayExist, mayRetry: mayExist || error.retryable });
    }
  }

  #report(channel: string | undefined, message: ServiceMessage, isCurrent: boolean): void {
    const error = reportedError(channel, message);
    if (channel === undefined && isCurrent && !concernsNoSubscription(message))
      for (const subscription of this.#port.subscriptions.values())
        if (isAwaited(subscription)) subscription.unassigned = error;
    this.#port.hub.report(error);
  }
}

function findRefused(
  frame: Frame,
  message: ServiceMessage,
  subscriptions: ReadonlyMap<string, AnsweredSubscription>,
): AnsweredSubscription | undefined {
  if (frame.event === 'pusher:error' && concernsNoSubscription(message)) return undefined;
  const name = frame.channel ?? findRefusedChannel(message, [...subscriptions.values()].filter(isAwaited));
  const subscription = subscriptions.get(name ?? '');
  return subscription !== undefined && isAwaited(subscription) ? subscription : undefined;
}

function isAwaited({ state }: AnsweredSubscription): boolean {
  return awaited.includes(state.name);
}

function refusal(channel: string, { code, message }: ServiceMessage): SubscriptionRefusedError {
  return new SubscriptionRefusedError({
    message: `The service refused the subscription to ${channel}: ${message}`,
    ...notSent,
    operation: 'subscribe',
    retryable: code !== undefined && isTemporary(code),
    status: code,
  });
}

function reportedError(channel: string | undefined, { code, message }: ServiceMessage): ServiceReportedError {
  const where = channel === undefined ? '' : ` on ${channel.slice(0, 200)}`;
  return new ServiceReportedError({
    message: `The service reports an error${where}: ${message}`,
    provider: 'realtime',
    status: code,
  });
}
