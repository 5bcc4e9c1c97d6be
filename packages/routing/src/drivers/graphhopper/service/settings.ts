import type { GraphHopperProfileNames } from './profiles.ts';

/** The settings of a server that its requests depend on. */
export interface ServerSettings {
  readonly profileNames: GraphHopperProfileNames;
  /** Sends `ch.disable` with every route. */
  readonly flexibleMode: boolean;
  readonly drivingSide: 'right' | 'left';
  /** Credits a minute, of the plan; no request may cost more. */
  readonly creditsPerMinute: number | undefined;
}
