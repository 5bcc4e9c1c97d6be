import { describeMissingEngine } from '../map/missing-engine.ts';
import type { SandboxOptions } from '../sandbox.ts';

/** The options that can start on this machine, with a note about the rest. */
export interface Startable {
  readonly options: SandboxOptions;
  readonly note?: string;
}

/**
 * Disables the routing service if its engine is not installed, unless the command line asks for the service.
 */
export function leaveOutRouting(options: SandboxOptions): Startable {
  const { mail, routing, realtime } = options;
  const isAskedFor = routing && (routing.osmFile !== undefined || routing.port !== undefined);
  const isAlone = mail === false && realtime === false;
  if (routing === false || isAskedFor || isAlone) return { options };
  const reason = describeMissingEngine();
  if (reason === undefined) return { options };
  return {
    options: { ...options, routing: false },
    note: `The routing service is disabled. ${reason} ${withNpx}`,
  };
}

const withNpx =
  'With npx: npx --package @org/sandbox --package @valhallajs/valhallajs@3.6.1 sandbox. ' +
  'To hide this note: --no-routing.';
