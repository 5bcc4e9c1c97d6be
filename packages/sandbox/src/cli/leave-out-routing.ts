import { describeMissingEngine } from '../map/missing-engine.ts';
import type { SandboxOptions } from '../sandbox.ts';

/** What can be started here, and a note about what cannot. */
export interface Startable {
  readonly options: SandboxOptions;
  readonly note?: string;
}

/**
 * Leaves out the routing service where its engine is missing, unless the command line asks for that service.
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
    note: `Routing is left out. ${reason} ${withNpx}`,
  };
}

const withNpx =
  'With npx: npx --package @org/sandbox --package @valhallajs/valhallajs@3.6.1 sandbox. ' +
  'Without routing: --no-routing.';
