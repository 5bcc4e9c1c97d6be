/**
 * One limit, as data.
 * - `window`: at most `limit` in any span of `windowMs`. A unit is available again one window after its
 *   *response*: no window of the service, in any phase, sees more than the limit. Slow requests use less of
 *   the limit: with requests of three seconds, a limit per second reaches a quarter of its rate. A bucket has
 *   no such cost.
 * - `bucket`: `ratePerSecond` on average, with bursts of `burst` (GCRA).
 * - `concurrency`: at most `limit` concurrent calls.
 *
 * @public
 */
export type Constraint =
  | { readonly kind: 'window'; readonly limit: number; readonly windowMs: number }
  | { readonly kind: 'bucket'; readonly ratePerSecond: number; readonly burst: number }
  | { readonly kind: 'concurrency'; readonly limit: number };

export type ConstraintOf<Kind extends Constraint['kind']> = Extract<Constraint, { readonly kind: Kind }>;
