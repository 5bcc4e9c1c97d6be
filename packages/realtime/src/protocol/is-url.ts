/** React Native has no `URL.canParse`. */
export function isUrl(text: string, base?: string): boolean {
  try {
    return new URL(text, base) !== undefined;
  } catch {
    return false;
  }
}
