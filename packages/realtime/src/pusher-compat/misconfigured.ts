import { ConfigurationError } from '@org/realtime';

/** The error for an option that this package does not have, or an invalid one. */
export function misconfigured(message: string): ConfigurationError {
  return new ConfigurationError({ provider: 'realtime', outcome: 'not-sent', message });
}
