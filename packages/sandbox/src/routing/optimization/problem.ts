/** From and to, both included, in seconds on any axis. */
export type TimeWindow = readonly [from: number, to: number];

/** A visit that a task needs. */
export interface Stop {
  /** An index of the matrices. */
  readonly place: number;
  /** Seconds before the service, unless the vehicle is at the place already. */
  readonly setup: number;
  /** Seconds. */
  readonly service: number;
  /** When it may begin, in order; any time without one. */
  readonly windows: readonly TimeWindow[];
  /** What the load changes by, for each dimension of a capacity. */
  readonly change: readonly number[];
}

/** A job (one stop), or a shipment (a pickup, then a delivery by the same vehicle). */
export interface Task {
  readonly stops: readonly [Stop] | readonly [pickup: Stop, delivery: Stop];
  /** On board from the start of the vehicle: the deliveries of a job. */
  readonly initial: readonly number[];
  /** Those that its vehicle must have. */
  readonly skills: readonly unknown[];
  /** Tasks of a high sum are served, if not all can be. */
  readonly priority: number;
}

export interface Vehicle {
  /** An index of the matrices. @default at the first stop */
  readonly start: number | undefined;
  /** @default at the last stop */
  readonly end: number | undefined;
  /** By place and place. */
  readonly seconds: readonly (readonly number[])[];
  readonly meters: readonly (readonly number[])[];
  readonly capacity: readonly number[];
  readonly skills: readonly unknown[];
  readonly window: TimeWindow;
  readonly maxStops: number;
  readonly maxTravelSeconds: number;
  readonly maxMeters: number;
}

export interface Problem {
  readonly tasks: readonly Task[];
  readonly vehicles: readonly Vehicle[];
}

/** One stop of one task, both by their index. */
export interface Visit {
  readonly task: number;
  readonly stop: 0 | 1;
}

/** The visits of each vehicle in their order, and the tasks that none has. */
export interface Plan {
  readonly routes: readonly (readonly Visit[])[];
  readonly unassigned: readonly number[];
}
