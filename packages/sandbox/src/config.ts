import type { SandboxOptions } from './sandbox.ts';
import type { StartOptions } from './start-options.ts';

/**
 * The content of `sandbox.config.ts`: the options of `startSandbox()`, with a seed. Options of the command
 * line go before it.
 */
export type SandboxConfig = Omit<SandboxOptions, 'signal' | 'onProgress'>;

/**
 * Checks the types of a configuration, and returns it.
 *
 * @example
 * export default defineSandboxConfig({ mail: { strict: false }, routing: false });
 */
export function defineSandboxConfig<Mail, Routing, Realtime, Page>(
  config: Omit<StartOptions<Mail, Routing, Realtime, Page>, 'signal' | 'onProgress'>,
): typeof config {
  return config;
}
