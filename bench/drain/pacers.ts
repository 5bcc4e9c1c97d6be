// Limiters that are configured with the service's limit, 100 calls a second, each in its own options.

export type Schedule = <T>(call: () => Promise<T>) => Promise<T>;

const limit = 100;
const windowMs = 1_000;

export const pacers: Readonly<Record<string, (kind: 'fixed' | 'sliding' | 'bucket') => Promise<Schedule>>> = {
  async '@org/core'(kind) {
    const { tokenBucket, createLimiter, perWindow } = await import('@org/core');
    const known = kind === 'bucket' ? tokenBucket(limit, limit) : perWindow(limit, windowMs);
    const limiter = createLimiter({ limits: [known] });
    return async (call) => {
      const permit = await limiter.acquire();
      try {
        return await call();
      } finally {
        permit.release();
      }
    };
  },

  async bottleneck() {
    const { default: Bottleneck } = await import('bottleneck');
    const limiter = new Bottleneck({
      reservoir: limit,
      reservoirRefreshAmount: limit,
      reservoirRefreshInterval: windowMs,
    });
    return (call) => limiter.schedule(call);
  },

  async 'p-queue'() {
    const { default: PQueue } = await import('p-queue');
    const queue = new PQueue({ intervalCap: limit, interval: windowMs });
    return async <T>(call: () => Promise<T>) => (await queue.add(call)) as T;
  },

  async 'p-throttle, strict'() {
    const { default: pThrottle } = await import('p-throttle');
    const throttled = pThrottle({ limit, interval: windowMs, strict: true })((call: () => Promise<unknown>) =>
      call(),
    );
    return async <T>(call: () => Promise<T>) => (await throttled(call)) as T;
  },

  async limiter() {
    const { RateLimiter } = await import('limiter');
    const limiter = new RateLimiter({ tokensPerInterval: limit, interval: windowMs });
    return async (call) => {
      await limiter.removeTokens(1);
      return call();
    };
  },

  async 'rate-limiter-flexible'() {
    const { RateLimiterMemory, RateLimiterQueue } = await import('rate-limiter-flexible');
    const queue = new RateLimiterQueue(new RateLimiterMemory({ points: limit, duration: windowMs / 1_000 }), {
      maxQueueSize: 10_000,
    });
    return async (call) => {
      await queue.removeTokens(1);
      return call();
    };
  },
};
