import type { SandboxResponse } from '../../../http/exchange.ts';

/** An error of VROOM: its code, and the status of its HTTP wrapper. */
export class VroomProblem extends Error {
  override readonly name = 'VroomProblem';
  readonly code: 1 | 2 | 3 | 4;
  readonly status: number;

  constructor(code: 1 | 2 | 3 | 4, message: string, status: number = statuses[code]) {
    super(message);
    this.code = code;
    this.status = status;
  }

  static isInstance(value: unknown): value is VroomProblem {
    return value instanceof Error && value.name === 'VroomProblem';
  }
}

// Source: VROOM-Project/vroom-express src/index.js.
const statuses = { 1: 500, 2: 400, 3: 500, 4: 413 } as const;

export const invalid = (message: string) => new VroomProblem(2, message);

/** What VROOM has and the sandbox has not. */
export const notOffered = (what: string) =>
  new VroomProblem(1, `The sandbox's optimization has no ${what}: not supported.`, 501);

export function renderProblem({ status, code, message }: VroomProblem): SandboxResponse {
  return { status, json: { code, error: message } };
}
