import type { RequestEstimate } from '../estimates.ts';
import { formatSeconds } from '../picture/units.ts';

/** What a call would take, for `--dry-run`. */
export function planText({ requests, places, leastMs, credits }: RequestEstimate): string {
  const rows = [
    `requests  ${requests}`,
    `places    ${places}`,
    `time      ${formatSeconds(leastMs / 1000)} or more`,
    ...(credits === undefined ? [] : [`credits   ${credits}`]),
  ];
  return `${rows.join('\n')}\n`;
}
