import type { EmailCapabilities, MethodsOf, PartName } from '../model/capabilities.ts';
import type { DeliveryEvent } from '../model/delivery-event.ts';
import type { PreparedMessage } from '../model/message.ts';
import type {
  Contact,
  ContactChanges,
  ContactField,
  ContactFilter,
  ContactImport,
  ContactInput,
  ImportStatus,
  UpsertedContact,
} from '../model/resources/contact.ts';
import type {
  ContactList,
  ListChanges,
  ListFilter,
  ListInput,
  MemberFilter,
  WriteReceipt,
} from '../model/resources/list.ts';
import type { Page } from '../model/resources/page.ts';
import type { EventFilter, SentMessage } from '../model/resources/sent-message.ts';
import type { Suppression, SuppressionFilter, SuppressionInput } from '../model/resources/suppression.ts';
import type {
  RenderedTemplate,
  Template,
  TemplateChanges,
  TemplateFilter,
  TemplateInput,
  TemplateUsage,
  TemplateVariables,
} from '../model/resources/template.ts';
import type { WebhookEndpoint, WebhookEndpointInput } from '../model/resources/webhook-endpoint.ts';
import type { SendReceipt } from '../model/send-result.ts';
import type { VerifiedConnection } from '../model/verified-connection.ts';
import type { BatchReceipts } from './batch-receipts.ts';

/** The input and the output of an operation. @public */
export interface OperationType<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** A filter, with the cursor of the page that is asked for. @public */
export type PagedFilter<Filter> = Filter & { readonly cursor?: string | undefined };

/** The operation of every driver. @public */
export type SendOperations = { readonly send: OperationType<PreparedMessage, SendReceipt> };

/** Changes to one thing of a store. @public */
export interface Change<Changes> {
  readonly id: string;
  readonly changes: Changes;
}

/** The operation of a driver with `batch`: messages of one `batchKey`, and a receipt for each. @public */
export type BatchOperations = {
  readonly 'send.batch': OperationType<readonly PreparedMessage[], BatchReceipts>;
};

/** The operations of a driver with `templates`. @public */
export type TemplateOperations = {
  readonly 'template.create': OperationType<TemplateInput, Template>;
  readonly 'template.get': OperationType<string, Template>;
  readonly 'template.list': OperationType<PagedFilter<TemplateFilter>, Page<Template>>;
  readonly 'template.update': OperationType<Change<TemplateChanges>, Template>;
  readonly 'template.delete': OperationType<string, undefined>;
  readonly 'template.duplicate': OperationType<string, Template>;
  readonly 'template.usage': OperationType<string, TemplateUsage>;
  readonly 'template.render': OperationType<
    { readonly id: string; readonly variables: TemplateVariables },
    RenderedTemplate
  >;
};

/** The operations of a driver with `contacts`. @public */
export type ContactOperations = {
  readonly 'contact.upsert': OperationType<ContactInput, UpsertedContact>;
  readonly 'contact.get': OperationType<string, Contact>;
  readonly 'contact.list': OperationType<PagedFilter<ContactFilter>, Page<Contact>>;
  readonly 'contact.update': OperationType<Change<ContactChanges>, Contact>;
  readonly 'contact.delete': OperationType<string, undefined>;
  readonly 'contact.import': OperationType<ContactImport, WriteReceipt>;
  readonly 'contact.importStatus': OperationType<string, ImportStatus>;
  readonly 'contact.fields': OperationType<undefined, readonly ContactField[]>;
  readonly 'contact.createField': OperationType<ContactField, ContactField>;
  readonly 'contact.deleteField': OperationType<string, undefined>;
};

/** The operations of a driver with `lists`. @public */
export type ListOperations = {
  readonly 'list.create': OperationType<ListInput, ContactList>;
  readonly 'list.get': OperationType<string, ContactList>;
  readonly 'list.list': OperationType<PagedFilter<ListFilter>, Page<ContactList>>;
  readonly 'list.update': OperationType<Change<ListChanges>, ContactList>;
  readonly 'list.delete': OperationType<string, undefined>;
  readonly 'list.members': OperationType<PagedFilter<MemberFilter> & { readonly id: string }, Page<Contact>>;
  readonly 'list.addMembers': OperationType<ListMembers, WriteReceipt>;
  readonly 'list.removeMembers': OperationType<ListMembers, WriteReceipt>;
};

/** The addresses to add to a list, or to remove. @public */
export interface ListMembers {
  readonly id: string;
  readonly emails: readonly string[];
}

/** The operations of a driver with `suppressions`; `check` may return none. @public */
export type SuppressionOperations = {
  readonly 'suppression.check': OperationType<string, readonly Suppression[]>;
  readonly 'suppression.list': OperationType<PagedFilter<SuppressionFilter>, Page<Suppression>>;
  readonly 'suppression.add': OperationType<SuppressionInput, undefined>;
  readonly 'suppression.remove': OperationType<SuppressionInput, undefined>;
};

/** The operations of a driver with `messages`. @public */
export type MessageOperations = {
  readonly 'message.get': OperationType<string, SentMessage>;
  readonly 'message.events': OperationType<PagedFilter<EventFilter>, Page<DeliveryEvent>>;
  readonly 'message.cancel': OperationType<string, undefined>;
  readonly 'message.reschedule': OperationType<{ readonly id: string; readonly sendAt: Date }, undefined>;
};

/** The operations of a driver that manages webhooks. @public */
export type WebhookOperations = {
  readonly 'webhook.create': OperationType<WebhookEndpointInput, WebhookEndpoint>;
  readonly 'webhook.list': OperationType<PagedFilter<ListFilter>, Page<WebhookEndpoint>>;
  readonly 'webhook.delete': OperationType<string, undefined>;
};

/** The operation of a driver with `verify`. @public */
export type VerifyOperations = { readonly verify: OperationType<undefined, VerifiedConnection> };

export type AllOperations = SendOperations &
  BatchOperations &
  VerifyOperations &
  TemplateOperations &
  ContactOperations &
  ListOperations &
  SuppressionOperations &
  MessageOperations &
  WebhookOperations;

type OperationsOf<Capabilities, Part extends PartName, Operations> = [MethodsOf<Capabilities, Part>] extends [
  never,
]
  ? unknown
  : Pick<Operations, keyof Operations & `${string}.${MethodsOf<Capabilities, Part>}`>;

/** The operations that follow from the capabilities. @public */
export type EmailOperations<Capabilities extends EmailCapabilities> = SendOperations &
  (Capabilities extends { readonly batch: number } ? BatchOperations : unknown) &
  (Capabilities extends { readonly verify: true } ? VerifyOperations : unknown) &
  OperationsOf<Capabilities, 'templates', TemplateOperations> &
  OperationsOf<Capabilities, 'contacts', ContactOperations> &
  OperationsOf<Capabilities, 'lists', ListOperations> &
  OperationsOf<Capabilities, 'suppressions', SuppressionOperations> &
  OperationsOf<Capabilities, 'messages', MessageOperations> &
  OperationsOf<Capabilities, 'webhooks', WebhookOperations>;
