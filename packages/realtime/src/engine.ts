// Names of core for a client's options: limits, credentials (decision 36).
export type {
  Constraint,
  CredentialInput,
  CredentialSource,
  EventListener,
  Hooks,
  Limiter,
  MemoryLimiter,
} from '@org/core';
export {
  cachedCredential,
  combineLimiters,
  createLimiter,
  credentialChain,
  fromEnv,
  fromFile,
  fromValue,
  maxConcurrency,
  perMinute,
  perSecond,
  perWindow,
  Secret,
  tokenBucket,
} from '@org/core';
