// The same jobs for every limiter: one free permit, and many waiters. Each limiter is loaded only in the
// process that uses it.

export interface LimiterContender {
  /** Acquires a free permit. */
  acquire(): Promise<unknown>;
  /** The same without a promise, if the limiter offers it. */
  tryAcquire?(): unknown;
  /** Releases it, if the limiter needs that. */
  release?(permit: unknown): void;
  /** One more waiter of a full limiter. It leaves when the signal aborts, if the limiter can cancel. */
  wait?(signal: AbortSignal): Promise<unknown>;
  readonly cannotCancel?: true;
}

const plenty = 1_000_000_000;
const ignore = () => {};

export const limiters: Readonly<Record<string, () => Promise<LimiterContender>>> = {
  async '@org/core, window'() {
    const { createLimiter, perWindow } = await import('@org/core');
    return acquireOf(createLimiter({ limits: [perWindow(plenty, 1_000)] }));
  },

  async '@org/core, bucket'() {
    const { tokenBucket, createLimiter } = await import('@org/core');
    return acquireOf(createLimiter({ limits: [tokenBucket(plenty, 1_000_000)] }));
  },

  async '@org/core, concurrency'() {
    const { maxConcurrency, createLimiter } = await import('@org/core');
    const full = createLimiter({ limits: [maxConcurrency(1)], maxQueue: plenty });
    await full.acquire();
    return {
      ...acquireOf(createLimiter({ limits: [maxConcurrency(100)] })),
      wait: (signal) => full.acquire({ signal }),
    };
  },

  async bottleneck() {
    const { default: Bottleneck } = await import('bottleneck');
    const free = new Bottleneck({ maxConcurrent: 100 });
    const full = new Bottleneck({ maxConcurrent: 1 });
    full.schedule(() => new Promise(ignore)).catch(ignore);
    return {
      acquire: () => free.schedule(async () => undefined),
      wait: () => full.schedule(async () => undefined),
      cannotCancel: true,
    };
  },

  async 'p-queue'() {
    const { default: PQueue } = await import('p-queue');
    const free = new PQueue({ concurrency: 100 });
    const full = new PQueue({ concurrency: 1 });
    full.add(() => new Promise(ignore)).catch(ignore);
    return {
      acquire: () => free.add(async () => undefined),
      wait: (signal) => full.add(async () => undefined, { signal }),
    };
  },

  async 'p-throttle'() {
    const { default: pThrottle } = await import('p-throttle');
    return { acquire: pThrottle({ limit: plenty, interval: 1_000 })(async () => undefined) };
  },

  async limiter() {
    const { RateLimiter } = await import('limiter');
    const free = new RateLimiter({ tokensPerInterval: plenty, interval: 1_000 });
    return { acquire: () => free.removeTokens(1), tryAcquire: () => free.tryRemoveTokens(1) };
  },

  async 'rate-limiter-flexible'() {
    const { RateLimiterMemory } = await import('rate-limiter-flexible');
    const free = new RateLimiterMemory({ points: plenty, duration: 1 });
    return { acquire: () => free.consume('key') };
  },

  async 'cockatiel, bulkhead'() {
    const { bulkhead } = await import('cockatiel');
    const free = bulkhead(100, 100);
    const full = bulkhead(1, plenty);
    full.execute(() => new Promise(ignore)).catch(ignore);
    return {
      acquire: () => free.execute(async () => undefined),
      wait: (signal) => full.execute(async () => undefined, signal),
      cannotCancel: true,
    };
  },
};

function acquireOf(limiter: import('@org/core').MemoryLimiter): LimiterContender {
  return {
    acquire: () => limiter.acquire(),
    tryAcquire: () => limiter.tryAcquire(),
    release: (permit) => (permit as import('@org/core/driver').Permit).release(),
  };
}
