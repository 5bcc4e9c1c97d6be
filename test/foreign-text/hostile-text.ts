export const megabyte = 2 ** 20;

/** Texts that searches may take long for. */
export const hostileParts: Readonly<Record<string, string>> = {
  digits: '1',
  letters: 'a',
  spaces: ' ',
  brackets: '[{(<',
};
const allParts = [...Object.values(hostileParts), '1.', 'a@', 'a://', '%41', '"', '\\'];

/** A text of about this length. */
export type TextOf = (length: number) => string;

/** These and more in one. */
export const mixture: TextOf = (length) =>
  allParts.map((part) => part.repeat(length / part.length / 4 / allParts.length)).join('x');

// The names under which the services state an error, an id or a text.
const names = (
  'message Message error Error ErrorMessage ErrorInfo ErrorCode ErrorIdentifier code name type __type ' +
  'title detail details reason suggestion id error_message status MessageID messageId MessageId TransactionID'
).split(' ');
const allNames = (text: string) => Object.fromEntries(names.map((name) => [name, text]));

/** The bodies in which a service, or a proxy before it, can place a text: a megabyte each. */
export const bodies: Readonly<Record<string, (textOf: TextOf) => string>> = {
  'plain text': (textOf) => textOf(megabyte),
  'JSON text': (textOf) => JSON.stringify(textOf(megabyte)),
  'a field of each name': (textOf) => JSON.stringify(allNames(textOf(megabyte / names.length))),
  'an error within': (textOf) => {
    const error = allNames(textOf(megabyte / names.length / 4));
    return JSON.stringify({ error, errors: [error], data: error, hints: [error] });
  },
  'an error of a service': (textOf) => {
    const text = textOf(megabyte / 4);
    const errors = [{ message: text, ErrorMessage: text }];
    const codes = { code: 2099, error_code: 199, ErrorCode: 300 };
    return JSON.stringify({ ...codes, error: text, message: text, Message: text, info: { errors }, errors });
  },
  'an accepted request': (textOf) => {
    const text = textOf(megabyte / 4);
    const mail = { ErrorCode: 0, Message: `inactive addresses: ${text} p`, MessageID: text, id: text };
    return JSON.stringify({ ...mail, Messages: [{ Status: 'error', Errors: [{ ErrorMessage: text }] }] });
  },
  'an accepted batch': (textOf) => {
    const text = textOf(megabyte / 8);
    const item = { ErrorCode: 0, Message: `inactive addresses: ${text} p`, MessageID: text, To: text };
    return JSON.stringify([item, { ...item, ErrorCode: 406 }]);
  },
};

const headerNames = (
  'retry-after retry-after-ms date x-request-id ratelimit ratelimit-policy ratelimit-remaining age link ' +
  'ratelimit-reset x-ratelimit-remaining x-ratelimit-limit x-ratelimit-reset x-amzn-errortype location'
).split(' ');

/** Every header that something reads, with a megabyte in all. */
export function hostileHeaders(part: string): Readonly<Record<string, string>> {
  const value = part.repeat(megabyte / headerNames.length / part.length);
  return Object.fromEntries(headerNames.map((name) => [name, value]));
}
