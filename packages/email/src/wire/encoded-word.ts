import { encodeBase64 } from '../model/base64.ts';

// RFC 2047, section 2: an encoded word has at most 75 characters, and its line 76.
const mostBytes = 45;
const lineLength = 76;
const frame = '=?UTF-8?B??='.length;

/**
 * A text as encoded words in UTF-8 (RFC 2047), none of which cuts a character. The first one fits behind
 * `before` characters of its line, if that is possible. @public
 */
export function encodeWords(text: string, before = 0): string {
  const words: string[] = [];
  const room = Math.floor((lineLength - before - frame) / 4) * 3;
  let most = Math.min(mostBytes, Math.max(room, 3));
  let word: number[] = [];
  for (const character of text) {
    const bytes = new TextEncoder().encode(character);
    if (word.length + bytes.length > most && word.length > 0) {
      words.push(encodeBase64(Uint8Array.from(word)));
      word = [];
      most = mostBytes;
    }
    word.push(...bytes);
  }
  words.push(encodeBase64(Uint8Array.from(word)));
  return words.map((base64) => `=?UTF-8?B?${base64}?=`).join(' ');
}
