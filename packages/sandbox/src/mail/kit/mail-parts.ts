// The parts of a message that most services have in the same form.
import { randomUUID } from 'node:crypto';
import type { ComposedAttachment } from '../message/compose-message.ts';
import type { Message, Template } from '../store/mail-store.ts';
import { decodeBase64, type Fields, itemsOf, primitiveOf, textOf } from './fields.ts';
import { renderHandlebars } from './handlebars.ts';

/** A file in Base64, or as bytes. With a content id, it is part of the HTML. */
export function fileOf(name: unknown, content: unknown, type?: unknown, id?: unknown): ComposedAttachment {
  const contentId = textOf(id);
  const file = {
    filename: textOf(name) ?? 'attachment',
    content: content instanceof Uint8Array ? content : decodeBase64(content),
    contentType: textOf(type) ?? '',
  };
  return contentId === undefined
    ? { ...file, disposition: 'attachment' }
    : { ...file, disposition: 'inline', contentId };
}

/** An id for a mail whose recipients have ids of their own, see {@link recipientId}. */
export const newMailId = (): string => `${randomUUID().slice(0, -3)}000`;

/** The id of the mail at a recipient: for the first, that of the mail. */
export function recipientId(
  { id, recipients }: Pick<Message, 'id' | 'recipients'>,
  recipient: string,
): string {
  return `${id.slice(0, -3)}${recipients.indexOf(recipient).toString(16).padStart(3, '0')}`;
}

/** The content of a stored template, with values in the places of `{{name}}`. */
export function fillTemplate(template: Pick<Template, 'subject' | 'html' | 'text'>, values: Fields) {
  return {
    subject: renderHandlebars(template.subject, values, false),
    html: renderHandlebars(template.html, values, true),
    text: renderHandlebars(template.text, values, false),
  };
}

/** A list of `{ name, value }`, in any case. */
export function pairsOf(value: unknown): readonly (readonly [name: string, value: string])[] {
  return itemsOf(value).map((pair) => [
    `${primitiveOf(pair['name'] ?? pair['Name'])}`,
    `${primitiveOf(pair['value'] ?? pair['Value'])}`,
  ]);
}

/** The switches that a request has. */
export function trackingOf(opens: boolean | undefined, clicks: boolean | undefined) {
  return { ...(opens !== undefined && { opens }), ...(clicks !== undefined && { clicks }) };
}

/** A header of a whole message, unfolded. */
export function headerOf(mime: Uint8Array, name: string): string | undefined {
  const [head = ''] = new TextDecoder().decode(mime.subarray(0, 65_536)).split(/\r?\n\r?\n/);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1);
}
