import { deepCopy } from '@org/core/driver';

/** The HTML and the text of a message; at least one of them. @public */
export interface RenderedContent {
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

/** Makes HTML and text from a message's `content`, with any renderer. @public */
export type Render = (content: unknown) => RenderedContent | Promise<RenderedContent>;

/**
 * A copy for a call whose code loads first: it reads what it is given later. A message has the caller's very
 * `content`: a renderer may compare objects.
 */
export function kept<Value>(given: Value): Value {
  const { content } = Object(given);
  const values = [given, ...Object.values(Object(given))];
  const dates = values.filter((value) => value instanceof Date);
  return deepCopy(given, new Map([[content, content], ...dates.map((at) => [at, new Date(at)] as const)]));
}
