/** A plain-text version of an HTML mail: removes tags, starts a line for each block, and decodes entities. */
export function convertHtmlToText(html: string): string {
  return withoutInvisible(html)
    .replace(/\s+/g, ' ')
    .replace(/<(br|\/p|\/div|\/li|\/tr|\/h[1-6]|\/table|\/ul|\/ol)\b[^<>]*>/gi, '\n')
    .replace(/<[a-z!/?][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, decodeEntity)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const invisible = ['style', 'script', 'head', 'title'] as const;

// Not one regular expression: many `<style` would make it quadratic.
function withoutInvisible(html: string): string {
  return invisible.reduce(withoutElement, html);
}

function withoutElement(html: string, name: string): string {
  // ASCII only, because toLowerCase turns some characters into two, which moves positions.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const parts: string[] = [];
  let kept = 0;
  for (let start = findTag(lower, `<${name}`, 0); start !== -1; start = findTag(lower, `<${name}`, kept)) {
    const end = findTag(lower, `</${name}`, start);
    if (end === -1) break;
    parts.push(html.slice(kept, start));
    const close = lower.indexOf('>', end);
    kept = close === -1 ? html.length : close + 1;
  }
  parts.push(html.slice(kept));
  return parts.join('');
}

/** The start of a tag with this exact name: `<head` does not match `<header>`. */
function findTag(lower: string, tag: string, from: number): number {
  let at = lower.indexOf(tag, from);
  while (at !== -1 && /[a-z0-9-]/.test(lower.charAt(at + tag.length))) at = lower.indexOf(tag, at + 1);
  return at;
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return entities.get(name.toLowerCase()) ?? whole;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
