/**
 * One limit, as data.
 * - `window`: at most `limit` in any span of `windowMs`. A place is free again one window after its *response*
 *   came, so no window of the service, whatever its phase, sees more than the limit. Requests that last long
 *   compared with the window use less of it: at three seconds a request, a quarter of a limit per second. A bucket
 *   has no such cost.
 * - `bucket`: `ratePerSecond` on average, with bursts of `burst` (GCRA).
 * - `concurrency`: at most `limit` at the same time.
 *
 * @public
 */
export type Constraint =
  | { readonly kind: 'window'; readonly limit: number; readonly windowMs: number }
  | { readonly kind: 'bucket'; readonly ratePerSecond: number; readonly burst: number }
  | { readonly kind: 'concurrency'; readonly limit: number };

/** The constraint of one kind. @internal */
export type ConstraintOf<Kind extends Constraint['kind']> = Extract<Constraint, { readonly kind: Kind }>;
