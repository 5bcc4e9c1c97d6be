// Characters that XML 1.0 has no way to write, and halves of surrogate pairs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the forbidden ones
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/gu;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The element, or nothing without a text. */
export function element(name: string, text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}

/** The number without an exponent, which XML's decimals do not have. */
export function decimal(value: number, digits: number): string {
  return String(Number(value.toFixed(digits))).includes('e')
    ? value.toFixed(digits)
    : String(Number(value.toFixed(digits)));
}
