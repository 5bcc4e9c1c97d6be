import type { OrgError } from '@org/core';
import { SubscriptionRefusedError } from '../../errors/channel-errors.ts';
import { ServiceReportedError } from '../../errors/connection-errors.ts';
import { notSent } from '../../internal/wrong-input.ts';
import type { Frame } from '../../protocol/frame.ts';
import {
  concernsNoSubscription,
  findRefusedChannel,
  findUnsubscribed,
} from '../../protocol/refused-channel.ts';
import { isTemporary, readServiceMessage, type ServiceMessage } from '../../protocol/service-message.ts';
import type { LateAnswers } from './late-answers.ts';
import type { Subscription } from './subscription.ts';

/** The subscriptions that errors of the service may answer. @internal */
export interface ServiceErrorsPort {
  readonly connection: { readonly socketId: string | undefined };
  readonly lateAnswers: LateAnswers;
  readonly subscriptions: ReadonlyMap<string, Subscription>;
  report(error: OrgError): void;
}

// `pausing`: after a timeout, the response may be late.
const awaited = ['subscribing', 'leaving', 'pausing'];

/**
 * Reads an error of the service: a refused subscription, or an `error` event. An error of an ended connection
 * answers no subscription.
 *
 * @internal
 */
export function takeServiceError(frame: Frame, socketId: string | undefined, port: ServiceErrorsPort): void {
  const { connection, lateAnswers, report } = port;
  const message = readServiceMessage(frame.data);
  const left = findUnsubscribed(message, lateAnswers.echoes);
  if (left !== undefined) {
    lateAnswers.takeEcho(left);
    return;
  }
  const refused = socketId === connection.socketId ? findRefused(frame, message, port) : undefined;
  const isPausing = refused?.state.name === 'pausing';
  // While the response to an earlier subscription is outstanding, this may be that response.
  if (refused === undefined || (lateAnswers.take(refused.name) && !isPausing))
    report(reportedError(frame.channel, message));
  else refused.dispatch({ type: 'refused', error: refusal(refused.name, message) });
}

function findRefused(
  frame: Frame,
  message: ServiceMessage,
  { subscriptions }: ServiceErrorsPort,
): Subscription | undefined {
  if (frame.event === 'pusher:error' && concernsNoSubscription(message)) return undefined;
  const isAwaited = (subscription?: Subscription) => awaited.includes(subscription?.state.name ?? '');
  const name = frame.channel ?? findRefusedChannel(message, [...subscriptions.values()].filter(isAwaited));
  const subscription = subscriptions.get(name ?? '');
  return isAwaited(subscription) ? subscription : undefined;
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
