import type { Driver } from '@org/core/driver';
import type { EmailCapabilities } from './model/capabilities.ts';
import type {
  Contact,
  ContactChanges,
  ContactFilter,
  ContactInput,
  UpsertedContact,
} from './model/contact.ts';
import type { PreparedMessage } from './model/message.ts';
import type { Page } from './model/page.ts';
import type { SendReceipt } from './model/send-result.ts';
import type { Template, TemplateChanges, TemplateFilter, TemplateInput } from './model/template.ts';

export { formatMailbox } from './model/address.ts';
export { encodeBase64 } from './model/base64.ts';
export { headersOf, recipientsOf } from './model/message.ts';
export { quotableWords, redactAddresses } from './model/redact-addresses.ts';
export { allAccepted } from './model/send-result.ts';

/** The operation of every driver. @public */
export type SendOperations = {
  readonly send: { readonly input: PreparedMessage; readonly output: SendReceipt };
};

/** The operations of a driver with `templates: true`. @public */
export type TemplateOperations = {
  readonly 'template.create': { readonly input: TemplateInput; readonly output: Template };
  readonly 'template.get': { readonly input: string; readonly output: Template };
  readonly 'template.list': {
    readonly input: TemplateFilter & { readonly cursor?: string | undefined };
    readonly output: Page<Template>;
  };
  readonly 'template.update': {
    readonly input: { readonly id: string; readonly changes: TemplateChanges };
    readonly output: Template;
  };
  readonly 'template.delete': { readonly input: string; readonly output: undefined };
};

/** The operations of a driver with `contacts: true`. @public */
export type ContactOperations = {
  readonly 'contact.upsert': { readonly input: ContactInput; readonly output: UpsertedContact };
  readonly 'contact.get': { readonly input: string; readonly output: Contact };
  readonly 'contact.list': {
    readonly input: ContactFilter & { readonly cursor?: string | undefined };
    readonly output: Page<Contact>;
  };
  readonly 'contact.update': {
    readonly input: { readonly id: string; readonly changes: ContactChanges };
    readonly output: Contact;
  };
  readonly 'contact.delete': { readonly input: string; readonly output: undefined };
};

/** The operations that follow from the capabilities. @public */
export type EmailOperations<Capabilities extends EmailCapabilities> = SendOperations &
  (Capabilities['templates'] extends true ? TemplateOperations : unknown) &
  (Capabilities['contacts'] extends true ? ContactOperations : unknown);

/**
 * A mail service as a client sees it. Its capabilities are part of its type, and decide which operations it
 * must have.
 *
 * @public
 */
export type EmailDriver<Capabilities extends EmailCapabilities = EmailCapabilities> = Driver<
  EmailOperations<Capabilities>,
  Capabilities
>;

/**
 * Checks that a driver has exactly what its capabilities promise, and keeps its precise type. Make the driver
 * itself with `httpDriver` or `taskDriver` of `@org/core/driver`.
 *
 * @public
 */
export function defineEmailDriver<const Capabilities extends EmailCapabilities>(
  driver: EmailDriver<Capabilities>,
): EmailDriver<Capabilities> {
  return driver;
}
