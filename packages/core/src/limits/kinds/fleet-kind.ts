import type { Constraint } from './constraint.ts';

/** How a limit that a fleet shares is kept in the store. Durations for the store are whole microseconds. */
export interface FleetKind<Limit extends Constraint> {
  /**
   * The name of the count, without the numbers of the limit: releases with different numbers share one count.
   */
  nameOf(limit: Limit): string;
  capacityOf(limit: Limit): number;
  /**
   * The fields that the script needs in addition to the capacity; `span` requests a list of recent amounts.
   */
  fieldsOf(limit: Limit): { readonly interval?: number; readonly span?: number };
  /** The part of the limit that one process may use without the store: at least one unit. */
  shareOf(limit: Limit, share: number): Limit;
  /** How long a finished request counts. */
  rememberMsOf(limit: Limit): number;
  /** A request without a response counts as finished after this long. */
  graceMsOf(limit: Limit): number;
}
