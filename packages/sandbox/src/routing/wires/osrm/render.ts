/** A route in the engine's form of OSRM. */
export interface WireRoute {
  geometry?: unknown;
  readonly distance: number;
  readonly duration: number;
  readonly legs: readonly { readonly distance: number; readonly duration: number }[];
}

// The engine adds texts and counts of its own to OSRM's objects.
const foreign = new Set([
  'admins',
  'admin_index',
  'via_waypoints',
  'instruction',
  'geometry_index',
  'turn_weight',
  'turn_duration',
  'bannerInstructions',
  'voiceInstructions',
]);

/** The object as OSRM has it. */
export function withoutForeign<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (name: string, inner: unknown) => (foreign.has(name) ? undefined : inner)),
  ) as Value;
}

/** The weights of OSRM's default profile are seconds. The line is left out for `overview=false`. */
export function renderRoute(route: WireRoute, overview: string) {
  const { geometry, ...others } = withoutForeign(route);
  return {
    ...others,
    ...(overview !== 'false' && { geometry }),
    weight: route.duration,
    weight_name: 'routability',
  };
}
