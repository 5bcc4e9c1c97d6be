// Slower than that nothing gets: who took an outage for a limit should be back within minutes.
const greatest = 30;

/**
 * What is found out by refusals takes its time, which is right for `usual` calls a second and more. Where there are fewer, the same takes so many
 * times longer, so that it costs no more of them.
 *
 * @internal
 */
export function slownessOf(perSecond: number, usual: number): number {
  return Math.min(greatest, Math.max(1, usual / perSecond));
}
