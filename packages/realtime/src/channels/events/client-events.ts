import type { OrgError, RateLimitError, Runtime } from '@org/core';
import { Queue } from '../../internal/queue.ts';
import { Timer } from '../../internal/timer.ts';
import type { ChannelState } from '../channel.ts';
import { type ClientEvent, checkClientEvent } from './client-event.ts';
import { createClientEventBudget } from './client-event-budget.ts';
import { notSubscribed } from './client-event-refusals.ts';

export interface ClientEventSettings {
  readonly runtime: Runtime;
  readonly maxEventBytes: number;
  readonly maxClientEventsPerSecond: number;
  /** Events that wait for the rate. At 0, `trigger` throws instead. */
  readonly maxQueuedClientEvents: number;
  send(event: ClientEvent): void;
  report(error: OrgError): void;
}

interface Waiting {
  readonly event: ClientEvent;
  state(): ChannelState;
}

export type ClientEvents = ReturnType<typeof createClientEvents>;

export function createClientEvents(settings: ClientEventSettings) {
  const { maxClientEventsPerSecond, maxEventBytes, maxQueuedClientEvents, report, runtime, send } = settings;
  const budget = createClientEventBudget(runtime, maxClientEventsPerSecond);
  const waiting = new Queue<Waiting>();
  const timer = new Timer(runtime);
  const sendWaiting = () => {
    for (let next = waiting.peek(); next !== undefined; next = waiting.peek()) {
      const isSubscribed = next.state() === 'subscribed';
      const refusal = isSubscribed ? budget.trySpend() : notSubscribed(next.event.channel, next.state());
      if (refusal !== undefined && isSubscribed) return wait(refusal);
      waiting.shift();
      if (refusal === undefined) send(next.event);
      else report(refusal);
    }
  };
  const wait = ({ retryAfterMs = 0 }: OrgError) => timer.start(retryAfterMs, sendWaiting);
  const take = (event: ClientEvent, state: () => ChannelState, refusal: RateLimitError) => {
    if (waiting.size >= maxQueuedClientEvents) throw refusal;
    waiting.push({ event, state });
    if (waiting.size === 1) wait(refusal);
  };
  return {
    /**
     * @throws InvalidInputError, UnsupportedError, PayloadTooLargeError, NotSubscribedError, RateLimitError
     */
    trigger(event: ClientEvent, state: () => ChannelState) {
      checkClientEvent(event, state(), maxEventBytes);
      // An event that waits goes first.
      const refusal = waiting.size > 0 ? budget.refusal() : budget.trySpend();
      if (refusal === undefined) send(event);
      else take(event, state, refusal);
    },
    /** Drops the events that wait. */
    close() {
      waiting.truncate(0);
      timer.stop();
    },
  };
}
