import { type Fields, fieldsOf, itemsOf, listOf, Problem, textOf } from '../../kit.ts';
import { refuse } from './wire.ts';

const most = { personalizations: 1000, recipients: 1000, categories: 10, scheduleHours: 72 };

const reserved =
  'x-sg-id x-sg-eid received dkim-signature content-type content-transfer-encoding ' +
  'to from subject reply-to cc bcc';
const reservedHeaders = new Set(reserved.split(' '));

/** A rule that a request breaks: the message, and the field that it names. */
type Broken = readonly [message: string, field: string];

/** @throws {Problem} 400 for a mail that SendGrid does not take */
export function checkMail(mail: Fields, now: number): void {
  const [broken] = brokenRules(mail, now);
  if (broken !== undefined) throw new Problem(refuse(400, ...broken));
}

function* brokenRules(mail: Fields, now: number): Generator<Broken> {
  const content = itemsOf(mail['content']);
  const personalizations = itemsOf(mail['personalizations']);
  const hasTemplate = mail['template_id'] !== undefined;
  if (mail['from'] === undefined) yield ['The from object must be provided.', 'from.email'];
  if (content.findIndex(({ type }) => type === 'text/plain') > 0)
    yield ['text/plain must be first.', 'content'];
  if (content.length === 0 && !hasTemplate) yield ['The content is required.', 'content'];
  for (const [index, { value }] of content.entries())
    if (!textOf(value))
      yield [
        'The content value must be a string at least one character in length.',
        `content.${index}.value`,
      ];
  if (personalizations.length === 0) yield ['The personalizations field is required.', 'personalizations'];
  if (personalizations.length > most.personalizations)
    yield [`At most ${most.personalizations} personalizations.`, 'personalizations'];
  if (!textOf(mail['subject']) && !hasTemplate && !personalizations.every((one) => textOf(one['subject'])))
    yield [
      'The subject is required. You can get around this requirement if you use a template with a subject ' +
        'defined or if every personalization has a subject defined.',
      'subject',
    ];
  if (listOf(mail['categories']).length > most.categories)
    yield [`At most ${most.categories} categories.`, 'categories'];
  if (mail['reply_to'] !== undefined && mail['reply_to_list'] !== undefined)
    yield ['Either reply_to or reply_to_list, not both.', 'reply_to'];
  yield* brokenParts(mail, '', now);
  for (const [index, one] of personalizations.entries()) {
    yield* repeatedRecipients(one, index);
    yield* brokenParts(one, `personalizations.${index}.`, now);
  }
  const count = personalizations.reduce((sum, one) => sum + recipientsOf(one).length, 0);
  if (count > most.recipients) yield [`At most ${most.recipients} recipients.`, 'personalizations'];
}

/** The parts that a mail and a personalization have. */
function* brokenParts({ headers, send_at, attachments }: Fields, path: string, now: number) {
  const header = Object.keys(fieldsOf(headers)).find((name) => reservedHeaders.has(name.toLowerCase()));
  if (header !== undefined) yield [`The header ${header} is reserved.`, `${path}headers`] as const;
  if (Number(send_at) * 1000 > now + most.scheduleHours * 3_600_000)
    yield [`send_at is at most ${most.scheduleHours} hours from now.`, `${path}send_at`] as const;
  for (const [index, { content, filename }] of itemsOf(attachments).entries()) {
    const at = `${path}attachments.${index}`;
    if (!isBase64(content))
      yield ['The attachment content must be base64 encoded.', `${at}.content`] as const;
    if (!textOf(filename)) yield ['The attachment filename is required.', `${at}.filename`] as const;
  }
}

const isBase64 = (value: unknown): boolean => !/[^\w+/=\s-]/.test(textOf(value) || '*');

const lists = ['to', 'cc', 'bcc'] as const;

function recipientsOf(one: Fields) {
  return lists.flatMap((list) =>
    itemsOf(one[list]).map(({ email }) => ({ list, email: `${email}`.toLowerCase() })),
  );
}

function* repeatedRecipients(one: Fields, index: number): Generator<Broken> {
  const seen = new Set<string>();
  for (const { list, email } of recipientsOf(one)) {
    if (seen.has(email))
      yield [
        'Each email address in the personalization block should be unique between to, cc, and bcc. ' +
          `We found the first duplicate instance of [${email}] in the ` +
          `personalizations.${index}.${list} field.`,
        `personalizations.${index}`,
      ];
    seen.add(email);
  }
}
