// The upper bound: after an outage mistaken for a limit, a client recovers within minutes.
const greatest = 30;

/**
 * The factor that lengthens the times of limit inference at low rates. The times suit `usual` calls per
 * second and more. At lower rates they are longer, so as few calls are throttled.
 */
export function slownessOf(perSecond: number, usual: number): number {
  return Math.min(greatest, Math.max(1, usual / perSecond));
}
