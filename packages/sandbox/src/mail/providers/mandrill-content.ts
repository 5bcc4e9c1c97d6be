// What Mandrill's own template language makes of a message for one recipient, without conditional tags.
import { type Fields, fillTemplate, itemsOf, textFieldsOf, textOf, wordsOf } from '../kit.ts';

interface Content {
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
}

const tag = /\*\|(\w+)\|\*/g;
const element = /<(\/?)([a-z][a-z\d]*)\b[^<>]*>/gi;

/** What a list has for a recipient: `merge_vars`, or `recipient_metadata`. */
const ofRecipient = (list: unknown, recipient: string): Fields =>
  itemsOf(list).find(({ rcpt }) => textOf(rcpt)?.toLowerCase() === recipient.toLowerCase()) ?? {};

const isNamed = ([name]: readonly [string | undefined, unknown]): boolean => name !== undefined;
const variablesIn = (list: unknown) =>
  itemsOf(list)
    .map(({ name, content }) => [textOf(name), content] as const)
    .filter(isNamed);

/** The values of all, and above them those of the recipient. */
export const variablesOf = (mail: Fields, recipient: string) =>
  Object.fromEntries([
    ...variablesIn(mail['global_merge_vars']),
    ...variablesIn(ofRecipient(mail['merge_vars'], recipient)['vars']),
  ]) as Fields;

export const metadataOf = (mail: Fields, recipient: string) => ({
  ...textFieldsOf(mail['metadata']),
  ...textFieldsOf(ofRecipient(mail['recipient_metadata'], recipient)['values']),
});

/** Those who get the same mail: the values of a recipient are its own. */
export function groupsOf(recipients: readonly Fields[], mail: Fields): readonly (readonly Fields[])[] {
  const groups = new Map<string, Fields[]>();
  for (const each of recipients) {
    const email = `${each['email']}`;
    const key = JSON.stringify([variablesOf(mail, email), metadataOf(mail, email)]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

/** Fills the tags of the message's language. They stay without any variable, unless it says `merge`. */
export function fillContent<Given extends Content>(content: Given, mail: Fields, values: Fields): Content {
  if (mail['merge'] !== true && Object.keys(values).length === 0) return content;
  const { subject = '', html, text } = content;
  if (mail['merge_language'] === 'handlebars') return fillTemplate({ subject, html, text }, values);
  const named = new Map(Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]));
  const fill = (source: string | undefined) =>
    source?.replace(tag, (written, name: string) =>
      named.has(name.toUpperCase()) ? wordsOf(named.get(name.toUpperCase())) : written,
    );
  return { subject: fill(subject), html: fill(html), text: fill(text) };
}

/** Puts `template_content` into the elements of a stored template with the attribute `mc:edit`. */
export function fillRegions(html: string | undefined, content: unknown): string | undefined {
  const regions = new Map(variablesIn(content));
  if (html === undefined || regions.size === 0) return html;
  let [written, end] = ['', 0];
  let open: { readonly name: string; depth: number } | undefined;
  for (const { 0: whole, 1: closing, 2: name = '', index } of html.matchAll(element)) {
    if (open === undefined) {
      const [, region] = (closing ? null : /\smc:edit=["']?([\w:-]+)/i.exec(whole)) ?? [];
      if (!regions.has(region)) continue;
      written += html.slice(end, index + whole.length) + wordsOf(regions.get(region));
      open = { name: name.toLowerCase(), depth: 1 };
    } else if (open.name === name.toLowerCase()) {
      open.depth += closing ? -1 : 1;
      if (open.depth > 0) continue;
      end = index;
      open = undefined;
    }
  }
  return open === undefined ? written + html.slice(end) : written;
}
