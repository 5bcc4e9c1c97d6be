/** What the signs at a maneuver say. Each field only where the engine states it. @public */
export interface StepSign {
  /** The numbers of the exit: `22A`. */
  readonly exits?: readonly string[] | undefined;
  /** Where the road leads: `Heidelberg`. */
  readonly destinations?: readonly string[] | undefined;
  /** The numbers of roads on the sign, or of the road itself: `A 5`. */
  readonly refs?: readonly string[] | undefined;
  /** The name of the junction. */
  readonly junctionName?: string | undefined;
  /** The side of traffic. */
  readonly drivingSide?: 'left' | 'right' | undefined;
}
