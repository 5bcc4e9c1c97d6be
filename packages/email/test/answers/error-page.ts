// The page of errors, as its reader finds a code and a service on it.
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../core/docs/errors.md', import.meta.url), 'utf8');
const sections = new Map(
  page.split(/^### /m).flatMap((part) => {
    const code = /^[\w-]+$/m.exec(part)?.[0];
    return code === undefined ? [] : [[code, part.replace(/\n {2}/g, ' ')] as const];
  }),
);

/** Whether the page says that a call with this error may be repeated. */
export function repeatOnPage(code: string): 'yes' | 'no' | 'when' | undefined {
  return /^- Repeat: (yes|no|when)\b/m.exec(sections.get(code) ?? '')?.[1] as
    | 'yes'
    | 'no'
    | 'when'
    | undefined;
}

/** The codes under which the page has a service's name. */
export function codesOnPage(service: string, name: string): readonly string[] {
  const line = new RegExp(`^- ${service}: .*$`, 'im');
  return [...sections].flatMap(([code, text]) =>
    line.exec(text)?.[0].includes(`\`${name}\``) === true ? [code] : [],
  );
}
