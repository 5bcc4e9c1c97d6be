import type { OptionSupport } from '../../driver.ts';
import type { OsrmAttribute } from './attribute.ts';

/** The parameters in which a host differs from OSRM. */
export interface OsrmDialect {
  /** Whether `alternatives` is a number, or only true or false. */
  readonly countsAlternatives: boolean;
  /** Whether a table takes `radiuses`. */
  readonly tableRadiuses: boolean;
  /** Whether a trip takes `exclude`. */
  readonly tripAvoid: boolean;
  readonly tripAttributes: readonly OsrmAttribute[];
}

/** Source: Project-OSRM/osrm-backend docs/http.md. */
export const osrmDialect: OsrmDialect = {
  countsAlternatives: true,
  tableRadiuses: true,
  tripAvoid: true,
  tripAttributes: ['averageSpeed', 'speedLimit', 'congestion'],
};

/** A host whose options have other names, and whose requests differ. */
export interface Preset {
  readonly name: string;
  readonly credentialOption?: string;
  readonly dialect: OsrmDialect;
  /** The options that differ from those of OSRM. */
  readonly options?: Partial<OptionSupport>;
}

export const osrmPreset: Preset = { name: 'osrm', dialect: osrmDialect };
