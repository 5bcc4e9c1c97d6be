/**
 * What repeating an operation means.
 * - `read`: it only computes or reads, whatever the method; repeat freely.
 * - `idempotent`: twice is the same as once (PUT or DELETE by id, upsert).
 * - `keyed`: the service honours an idempotency key, sent with every attempt.
 * - `unsafe`: twice is twice. Repeated only when the service surely did not act.
 *
 * @public
 */
export type Safety = 'read' | 'idempotent' | 'keyed' | 'unsafe';
