export interface Place {
  readonly name: string;
  readonly position: readonly [number, number];
}

/** One end of the route: a place, or a point of the map. */
export interface End {
  readonly name: string | undefined;
  readonly position: readonly [number, number];
}

export const profiles = [
  { value: 'driving', label: 'Car', minutes: [1, 2, 3] },
  { value: 'truck', label: 'Truck', minutes: [1, 2, 3] },
  { value: 'cycling', label: 'Bicycle', minutes: [1, 2, 4] },
  { value: 'walking', label: 'On foot', minutes: [3, 6, 10] },
] as const;

export type Profile = (typeof profiles)[number];

export interface WaysQuery {
  readonly profile: Profile['value'];
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  readonly rangesSeconds: readonly number[];
}

export interface WaysAnswer {
  readonly ways: string;
  readonly points: string;
  readonly route?: {
    readonly distanceMeters: number;
    readonly durationSeconds: number;
    readonly steps: readonly {
      readonly instruction: string;
      readonly distanceMeters: number;
    }[];
  };
  readonly reach?: readonly {
    readonly rangeSeconds: number;
    readonly areaSquareMeters: number | undefined;
  }[];
  readonly problem?: { readonly code: string; readonly message: string };
}
