import { defineSandboxConfig } from '@org/sandbox';

/** A mail service that takes 20 requests a second, and is slow to say that it took a mail. */
export default defineSandboxConfig({
  mail: { rateLimit: { limit: 20, windowMs: 1_000 } },
  seed: { faults: [{ service: 'mail', where: 'after', delayMs: 250, count: 'always' }] },
  routing: false,
  realtime: false,
});
