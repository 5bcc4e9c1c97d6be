import type { EngineAnswer } from '../model/result.ts';

/** Without what is true only once: the engine's own response, and its quota at that time. */
export function writeAnswer(answer: EngineAnswer): string {
  const { raw: _, quota: __, ...kept } = answer;
  return JSON.stringify(kept);
}

/** The answer that `writeAnswer` wrote; `undefined` for anything else that a cache may return. */
export function readAnswer(text: unknown): EngineAnswer | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const answer: unknown = JSON.parse(text);
    return isAnswer(answer) ? { ...answer, raw: undefined } : undefined;
  } catch {
    return undefined;
  }
}

function isAnswer(value: unknown): value is EngineAnswer {
  const { warnings, attribution } = Object(value);
  return Array.isArray(warnings) && Array.isArray(attribution);
}
