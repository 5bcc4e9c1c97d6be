import type { Runtime } from '@org/core';
import { createTimer, type Timer } from '../../connection/timer.ts';
import type { Subscriber, Subscription } from './subscription.ts';

/** Subscriptions that outlive their last subscriber. @internal */
export interface Linger {
  begin(subscription: Subscription, lingerMs: number): void;
  /** The subscription has a subscriber again. */
  end(subscription: Subscription): void;
  /** The connection ended: nothing remains that a new subscriber could use. */
  endAll(): void;
}

/** @internal */
export function createLinger(runtime: Runtime): Linger {
  const timers = new Map<Subscription, Timer>();
  const end = (subscription: Subscription) => {
    timers.get(subscription)?.stop();
    timers.delete(subscription);
  };
  const leave = (subscription: Subscription) => {
    end(subscription);
    subscription.dispatch({ type: 'leave' });
  };
  return {
    begin(subscription, lingerMs) {
      const timer = createTimer(runtime);
      timers.set(subscription, timer);
      timer.start(lingerMs, () => leave(subscription));
    },
    end,
    endAll() {
      for (const subscription of [...timers.keys()]) leave(subscription);
    },
  };
}

/** A subscription that waits or failed has nothing to keep. @internal */
export function mayLinger({ state }: Subscription, { lingerMs }: Subscriber): boolean {
  return lingerMs > 0 && state.name !== 'waiting' && state.name !== 'failed';
}
