import type { GraphHopperProfileNames } from './profiles.ts';

/** What requests to a server depend on, beside the query. */
export interface ServerSettings {
  readonly profileNames: GraphHopperProfileNames;
  /** Sends `ch.disable` with every route. */
  readonly flexibleMode: boolean;
  readonly drivingSide: 'right' | 'left';
  /** Credits a minute, of the plan; no request may cost more. */
  readonly creditsPerMinute: number | undefined;
}
