import type { EngineError } from '@org/routing/embedded';
import type { SandboxResponse } from '../../../http/exchange.ts';

/** A failure of OSRM: a word and a sentence, always with status 400. */
export class OsrmProblem extends Error {
  override readonly name = 'OsrmProblem';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  static isInstance(value: unknown): value is OsrmProblem {
    return value instanceof Error && value.name === 'OsrmProblem';
  }
}

export const invalidOptions = (message: string) => new OsrmProblem('InvalidOptions', message);

export const invalidValue = (message: string) => new OsrmProblem('InvalidValue', message);

export const noSegment = (index: number) =>
  new OsrmProblem('NoSegment', `Could not find a matching segment for coordinate ${index}`);

export function renderProblem({ code, message }: { code: string; message: string }): SandboxResponse {
  return { status: 400, json: { code, message } };
}

/** The failure of the engine in OSRM's words. Source: Project-OSRM/osrm-backend docs/http.md, "Responses". */
export function convertEngineError({ code, text }: EngineError, service: string): OsrmProblem {
  if (service === 'match' && [171, 172, 442, 443, 444].includes(code))
    return new OsrmProblem('NoMatch', 'Could not match the trace.');
  if (service === 'trip' && [170, 441, 442].includes(code))
    return new OsrmProblem('NoTrips', 'No trip visiting all destinations possible.');
  if ([170, 441, 442].includes(code)) return new OsrmProblem('NoRoute', 'Impossible route between points');
  if ([150, 152, 153, 154, 166, 314].includes(code)) return new OsrmProblem('TooBig', text);
  return invalidValue(text);
}
