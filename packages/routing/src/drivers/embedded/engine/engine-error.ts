/**
 * The engine's refusal of one request, with the text and the number of Valhalla's HTTP service. The driver
 * turns it into one of core's errors, the sandbox into an HTTP response.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /** Number from Valhalla's table, 171 for "No suitable edges near location"; 199 for an unknown text. */
  readonly code: number;
  /** The status that the HTTP service sends for it. */
  readonly httpStatus: number;
  /** The engine's own sentence, without the name of the method. */
  readonly text: string;

  constructor(code: number, text: string, options?: ErrorOptions) {
    super(`Valhalla ${code}: ${text}`, options);
    this.code = code;
    this.httpStatus = statusOf(code);
    this.text = text;
  }

  /** Recognises the errors of any copy of this package. */
  static isInstance(value: unknown): value is EngineError {
    return value instanceof Error && value.name === 'EngineError' && 'code' in value && 'httpStatus' in value;
  }
}

function statusOf(code: number): number {
  return statuses.get(code) ?? 400;
}

// All others are 400 (valhalla/valhalla src/exceptions.cc).
const statuses: ReadonlyMap<number, number> = new Map([
  [101, 405],
  [102, 503],
  [106, 404],
  [107, 501],
  [141, 501],
  [142, 501],
  [199, 500],
  [200, 500],
  [201, 500],
  [202, 500],
  [203, 503],
  [299, 500],
  [401, 500],
  [402, 503],
  [446, 500],
  [499, 500],
]);
