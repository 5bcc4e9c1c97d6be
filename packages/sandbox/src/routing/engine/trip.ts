/** The used part of a route of the engine. */
export interface Trip {
  readonly legs: readonly TripLeg[];
  readonly summary: Totals & { readonly has_toll?: boolean };
  readonly locations: readonly { readonly original_index?: number }[];
}

export interface TripLeg {
  readonly shape: string;
  readonly summary: Totals;
  readonly maneuvers?: readonly Maneuver[];
}

export interface Totals {
  /** Kilometres. */
  readonly length: number;
  readonly time: number;
}

export interface Maneuver extends Totals {
  readonly type: number;
  readonly instruction: string;
  readonly street_names?: readonly string[];
  readonly begin_shape_index: number;
  readonly end_shape_index: number;
  readonly bearing_before?: number;
  readonly bearing_after?: number;
  readonly roundabout_exit_count?: number;
}
