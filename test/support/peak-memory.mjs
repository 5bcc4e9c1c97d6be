import { existsSync, readFileSync } from 'node:fs';

/**
 * The largest resident memory of a process so far, in KiB. A started process inherits `maxRSS` from the one
 * that started it, so under a test runner it tells of the runner; Linux counts `VmHWM` for each program anew.
 * It is JavaScript, so that measured processes need not strip types.
 * @param {number | 'self'} [pid]
 * @returns {number}
 */
export function peakMemoryKb(pid = 'self') {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]);
}
