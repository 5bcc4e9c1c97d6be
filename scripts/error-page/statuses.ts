// The HTTP statuses of each code, and what a client does after them: from core's own classification.
import { classifyStatus, createServiceResponse, type OrgErrorCode } from '@org/core';

const context = { nowMs: 0, earlierOutcomeUnknown: false };

interface Verdict {
  readonly code: OrgErrorCode;
  readonly replay: 'always' | 'if-safe' | 'never';
}

const replays = {
  always: 'repeated',
  'if-safe': 'repeated, unless the operation is `unsafe`',
  never: 'not repeated',
} as const;

const classify = (status: number, headers = new Headers()): Verdict | undefined => {
  const failure = classifyStatus(createServiceResponse(status, headers, new Uint8Array()), context);
  return failure && { code: new failure.type({ message: '' }).code, replay: failure.replay };
};

const verdicts = new Map<number | string, Verdict>();
for (let status = 300; status < 600; status += 1) {
  const plain = classify(status);
  const hinted = classify(status, new Headers({ 'retry-after': '1' }));
  if (plain !== undefined) verdicts.set(status, plain);
  if (hinted && hinted.replay !== plain?.replay) verdicts.set(`${status} with \`Retry-After\``, hinted);
}

/** `429 (repeated)`, for each thing that a client does. A status without a meaning is one of "other 4xx". */
export function statusesOf(code: OrgErrorCode): string {
  return Object.entries(replays)
    .flatMap(([replay, words]) => {
      const own = [...verdicts].filter(([, one]) => one.code === code && one.replay === replay);
      return own.length === 0 ? [] : [`${groupsOf(own.map(([status]) => status))} (${words})`];
    })
    .join('; ');
}

/** A hundred of statuses is named by what is left of it. */
function groupsOf(statuses: readonly (number | string)[]): string {
  const hundreds = [...new Set(statuses.map((status) => hundredOf(status)))];
  return hundreds
    .map((hundred) => {
      const own = statuses.filter((status) => hundredOf(status) === hundred);
      return own.length > 40 ? `other ${hundred}xx` : own.join(', ');
    })
    .join(', ');
}

function hundredOf(status: number | string): number {
  return Math.floor(Number.parseInt(`${status}`, 10) / 100);
}
