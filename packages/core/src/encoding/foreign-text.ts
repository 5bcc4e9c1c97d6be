/** The most characters of a text from outside that anything searches or shows. */
export const maxForeignLength = 8_192;

/**
 * The beginning of a text from outside. Cut it before any search: a service, a proxy or a sender of webhooks
 * may send megabytes. `textAt()` and the texts of a failed response are cut already. @public
 */
export function cutForeignText(text: string): string {
  return text.slice(0, maxForeignLength);
}
