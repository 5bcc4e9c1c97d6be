import { encodeBase64 } from '../model/base64.ts';

// An encoded word has at most 75 characters (RFC 2047, section 2): 45 bytes are 60 characters of base64.
const maxBytes = 45;

/** A text as encoded words in UTF-8 (RFC 2047), none of which cuts a character. @public */
export function encodeWords(text: string): string {
  const words: string[] = [];
  let word: number[] = [];
  for (const character of text) {
    const bytes = new TextEncoder().encode(character);
    if (word.length + bytes.length > maxBytes) words.push(encodeBase64(Uint8Array.from(word)));
    if (word.length + bytes.length > maxBytes) word = [];
    word.push(...bytes);
  }
  words.push(encodeBase64(Uint8Array.from(word)));
  return words.map((base64) => `=?UTF-8?B?${base64}?=`).join(' ');
}
