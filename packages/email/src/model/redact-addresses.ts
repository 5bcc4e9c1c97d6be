// Bounded repetition on both sides keeps the search linear on any text.
const addressPattern = /(?:"[^"\r\n]{1,64}"|[^\s<>"'(),:;@]{1,64})@[^\s<>"'(),:;@]{1,255}/g;

/** A service's words with `[address]` for every address: errors and logs contain none. @public */
export function redactAddresses(text: string): string {
  return text.replace(addressPattern, '[address]');
}

// Line breaks, terminal sequences and switches of direction would forge lines of a log.
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** A service's words in one line, without addresses. */
export function oneLine(text: string): string {
  return redactAddresses(text).replace(controls, ' ').trim();
}

/** A service's words for a result: one line without addresses, of at most 500 characters. @public */
export function quotableWords(text: string): string {
  return oneLine(text).slice(0, 500);
}
