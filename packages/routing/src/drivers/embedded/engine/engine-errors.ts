import { codeOfText } from '../../valhalla/error-texts.ts';
import { EngineError } from './engine-error.ts';

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
