import { UnsupportedError } from '@org/core';

/** For callers without a compiler: the driver does not have this feature. */
export function unsupported(feature: string, provider: string): UnsupportedError {
  return new UnsupportedError({
    message: `${provider} has no ${feature}. Use a driver whose capabilities include it.`,
    provider,
    operation: feature,
    outcome: 'not-sent',
  });
}
