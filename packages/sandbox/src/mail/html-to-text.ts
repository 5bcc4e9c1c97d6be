/** A readable plain-text version of an HTML mail, made the simple way: tags go, blocks become lines, entities are decoded. */
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

// By index rather than by one regular expression: `<style` a hundred thousand times would make that quadratic.
function withoutInvisible(html: string): string {
  return invisible.reduce(withoutElement, html);
}

function withoutElement(html: string, name: string): string {
  const lower = html.toLowerCase();
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    const start = lower.indexOf(`<${name}`, position);
    const end = start === -1 ? -1 : lower.indexOf(`</${name}`, start);
    if (end === -1) break;
    parts.push(html.slice(position, start));
    const close = lower.indexOf('>', end);
    position = close === -1 ? html.length : close + 1;
  }
  parts.push(html.slice(position));
  return parts.join('');
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
