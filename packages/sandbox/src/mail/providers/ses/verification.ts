import { randomUUID } from 'node:crypto';
import {
  accept,
  type DoorContext,
  type Fields,
  fieldsOf,
  type MailStore,
  mailboxOf,
  need,
  resource,
  route,
  textOf,
  typedRows,
} from '../../kit.ts';
import { requireSending } from './account.ts';
import { tagBook } from './tags.ts';
import { missing, ok, problem, sesConventions, stop } from './wire.ts';

/** The mails that ask an address for its verification, by name, for both versions of the API. */
export function verificationTemplates(store: MailStore) {
  const rows = typedRows<{ readonly given: Fields }>(store, 'ses verification-templates');
  const find = (name: unknown) => need(rows.get(String(name)), missing);
  return {
    ...rows,
    find,
    delete: (id: string): boolean => {
      tagBook(store).drop(`custom-verification-email-template/${id}`);
      return rows.delete(id);
    },
    create: (given: Fields): void => {
      const { TemplateName } = given;
      if (rows.get(`${TemplateName}`)) throw stop('AlreadyExistsException', 'The template exists.');
      rows.add({ given }, `${TemplateName}`);
    },
    change: (name: unknown, change: Fields): void => {
      const { id, given } = find(name);
      rows.update(id, { given: { ...given, ...change } });
    },
  };
}

/** Sends such a mail. Its link goes to the page for a success. */
export function sendVerification(context: DoorContext, mail: Fields): string {
  const { EmailAddress, TemplateName, ConfigurationSetName } = mail;
  requireSending(context.store, ConfigurationSetName);
  const { given } = verificationTemplates(context.store).find(TemplateName);
  const badAddress = () => stop('BadRequestException', "Missing final '@domain'");
  const missingAddress = () => stop('BadRequestException', 'EmailAddress is missing');
  const from = need(mailboxOf(given['FromEmailAddress'], badAddress), missingAddress);
  const to = need(mailboxOf(EmailAddress, badAddress), missingAddress);
  const link = textOf(given['SuccessRedirectionURL']) ?? '';
  const href = link.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const { message } = accept(context, problem, {
    id: `0100${randomUUID().slice(4)}-000000`,
    from,
    to: [to],
    subject: textOf(given['TemplateSubject']) ?? '',
    html: `${textOf(given['TemplateContent']) ?? ''}\n<p><a href="${href}">Verify</a></p>`,
    labels: { service: 'ses' },
  });
  return message.id;
}

export function verificationRoutes(context: DoorContext) {
  const templates = verificationTemplates(context.store);
  const path = '/v2/email/custom-verification-email-templates';
  return [
    route('POST', path, (request) => {
      templates.create(fieldsOf(request.json()));
      return ok();
    }),
    ...resource(sesConventions, path, templates, {
      name: 'CustomVerificationEmailTemplates',
      verbs: ['list', 'show', 'change', 'remove'],
      view: ({ given: { TemplateContent: _, Tags: _tags, ...metadata } }) => metadata,
      shown: ({ row: { given } }) => ok(given),
      change: (body, { given }) => ({ given: { ...given, ...body } }),
    }),
    route('POST', '/v2/email/outbound-custom-verification-emails', (request) =>
      ok({ MessageId: sendVerification(context, fieldsOf(request.json())) }),
    ),
  ];
}
