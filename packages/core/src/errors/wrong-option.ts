import { ConfigurationError } from './caller-errors.ts';

/** What is thrown for an option that makes no sense; nothing was sent. */
export function wrongOption(message: string): ConfigurationError {
  return new ConfigurationError({ message });
}
