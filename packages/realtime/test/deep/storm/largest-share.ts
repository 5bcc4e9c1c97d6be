import { mergeStandstills, type Standstill } from '../../../../../test/support/standstills.ts';

const windowMs = 100;

/**
 * The largest share of the clients that came in any 100 ms. What was due while the machine stood still comes
 * together afterwards, within as long again: it counts as the arrivals of that whole time.
 */
export function largestShare(
  times: readonly number[],
  standstills: readonly Standstill[],
  clients: number,
): number {
  const stood = mergeStandstills(standstills);
  let first = 0;
  let most = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= windowMs) first += 1;
    const dueMs = windowMs + stoodBefore(stood, times[first] ?? time, time);
    most = Math.max(most, ((last - first + 1) * windowMs) / dueMs);
  }
  return most / clients;
}

/** The length of the standstills whose arrivals may come between two instants. */
function stoodBefore(stood: readonly Standstill[], fromMs: number, untilMs: number): number {
  const lengths = stood.map((each) => {
    const lengthMs = each.toMs - each.fromMs;
    return each.fromMs <= untilMs && fromMs <= each.toMs + lengthMs ? lengthMs : 0;
  });
  return lengths.reduce((sum, length) => sum + length, 0);
}
