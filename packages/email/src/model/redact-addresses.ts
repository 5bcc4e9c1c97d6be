import { cutForeignText } from '@org/core/driver';

// A search that begins only where a word does is linear on any text.
const addressPattern = /(?:"[^"\r\n]{1,64}"|(?<![^\s<>"'(),:;@])[^\s<>"'(),:;@]+)@[^\s<>"'(),:;@]+/g;

/**
 * A service's words with `[address]` for every address: errors and logs contain none. @public
 *
 * @example
 * redactAddresses('No user bob@example.com'); // No user [address]
 */
export function redactAddresses(text: string): string {
  return cutForeignText(text).replace(addressPattern, '[address]');
}

// Line breaks, terminal sequences and switches of direction would forge lines of a log.
const controls = /[^ -~\xa0-\u2027\u202f-\u2065\u206a-\uffff]+/g;

/** A service's words in one line, without addresses. */
export function oneLine(text: string): string {
  return redactAddresses(text).replace(controls, ' ').trim();
}

/**
 * A service's words for a result: one line without addresses, of at most 500 characters. @public
 *
 * @example
 * quotableWords('550 bob@example.com is unknown\nTry again'); // 550 [address] is unknown Try again
 */
export function quotableWords(text: string): string {
  return oneLine(text).slice(0, 500);
}
