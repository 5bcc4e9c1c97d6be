import { codeOfText } from '../valhalla/error-texts.ts';

/**
 * The engine's refusal of one request, with the text and the number of Valhalla's HTTP service. The driver
 * turns it into one of core's errors, the sandbox into an HTTP response.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /**
   * Number from Valhalla's table, 171 for "No suitable edges near location"; 199 for an unknown text.
   */
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

/** The error for a value that the native binding threw. Newer versions than 3.6.1 have a numeric `code`. */
export function mapEngineFailure(action: string, thrown: unknown): EngineError {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const text = completed(message.replace(/^\w+ error: /, ''));
  const given = (thrown as { code?: unknown } | null)?.code;
  const code = typeof given === 'number' ? given : codeOf(action, text);
  return new EngineError(code, text, { cause: thrown });
}

// Engine 3.6.1 has no sentence for 166: the text is ": 200", the limit in kilometres.
function completed(text: string): string {
  if (text.startsWith(': ')) return `Exceeded max distance${text}`;
  return text || 'Unknown';
}

function codeOf(action: string, text: string): number {
  const known = codeOfText(text) ?? 199;
  return action === 'height' ? (heightCodes.get(known) ?? known) : known;
}

// The elevation service has other numbers for two of the sentences.
const heightCodes: ReadonlyMap<number, number> = new Map([
  [114, 312],
  [153, 314],
]);

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
