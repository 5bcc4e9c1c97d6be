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

/** An operation's input and output. */
interface Call<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

type Listing<Filter> = Filter & { readonly cursor?: string | undefined };

/** The operation of every driver. @public */
export type SendOperations = { readonly send: Call<PreparedMessage, SendReceipt> };

/** Changes to one thing of a store. @public */
export interface Change<Changes> {
  readonly id: string;
  readonly changes: Changes;
}

/** The operation of a driver with `batch`: messages of one `batchKey`, and a receipt for each. @public */
export type BatchOperations = {
  readonly 'send.batch': Call<readonly PreparedMessage[], readonly SendReceipt[]>;
};

/** The operations of a driver with `templates`. @public */
export type TemplateOperations = {
  readonly 'template.create': Call<TemplateInput, Template>;
  readonly 'template.get': Call<string, Template>;
  readonly 'template.list': Call<Listing<TemplateFilter>, Page<Template>>;
  readonly 'template.update': Call<Change<TemplateChanges>, Template>;
  readonly 'template.delete': Call<string, undefined>;
  readonly 'template.duplicate': Call<string, Template>;
  readonly 'template.usage': Call<string, TemplateUsage>;
  readonly 'template.render': Call<
    { readonly id: string; readonly variables: TemplateVariables },
    RenderedTemplate
  >;
};

/** The operations of a driver with `contacts`. @public */
export type ContactOperations = {
  readonly 'contact.upsert': Call<ContactInput, UpsertedContact>;
  readonly 'contact.get': Call<string, Contact>;
  readonly 'contact.list': Call<Listing<ContactFilter>, Page<Contact>>;
  readonly 'contact.update': Call<Change<ContactChanges>, Contact>;
  readonly 'contact.delete': Call<string, undefined>;
  readonly 'contact.import': Call<ContactImport, WriteReceipt>;
  readonly 'contact.importStatus': Call<string, ImportStatus>;
  readonly 'contact.fields': Call<undefined, readonly ContactField[]>;
  readonly 'contact.createField': Call<ContactField, ContactField>;
  readonly 'contact.deleteField': Call<string, undefined>;
};

/** The operations of a driver with `lists`. @public */
export type ListOperations = {
  readonly 'list.create': Call<ListInput, ContactList>;
  readonly 'list.get': Call<string, ContactList>;
  readonly 'list.list': Call<Listing<ListFilter>, Page<ContactList>>;
  readonly 'list.update': Call<Change<ListChanges>, ContactList>;
  readonly 'list.delete': Call<string, undefined>;
  readonly 'list.members': Call<Listing<MemberFilter> & { readonly id: string }, Page<Contact>>;
  readonly 'list.addMembers': Call<ListMembers, WriteReceipt>;
  readonly 'list.removeMembers': Call<ListMembers, WriteReceipt>;
};

/** The addresses to add to a list, or to remove. @public */
export interface ListMembers {
  readonly id: string;
  readonly emails: readonly string[];
}

/** The operations of a driver with `suppressions`; `check` may return none. @public */
export type SuppressionOperations = {
  readonly 'suppression.check': Call<string, readonly Suppression[]>;
  readonly 'suppression.list': Call<Listing<SuppressionFilter>, Page<Suppression>>;
  readonly 'suppression.add': Call<SuppressionInput, undefined>;
  readonly 'suppression.remove': Call<SuppressionInput, undefined>;
};

/** The operations of a driver with `messages`. @public */
export type MessageOperations = {
  readonly 'message.get': Call<string, SentMessage>;
  readonly 'message.events': Call<Listing<EventFilter>, Page<DeliveryEvent>>;
  readonly 'message.cancel': Call<string, undefined>;
  readonly 'message.reschedule': Call<{ readonly id: string; readonly sendAt: Date }, undefined>;
};

/** The operations of a driver that manages webhooks. @public */
export type WebhookOperations = {
  readonly 'webhook.create': Call<WebhookEndpointInput, WebhookEndpoint>;
  readonly 'webhook.list': Call<Listing<ListFilter>, Page<WebhookEndpoint>>;
  readonly 'webhook.delete': Call<string, undefined>;
};

/** The operation of a driver with `verify`. @public */
export type VerifyOperations = { readonly verify: Call<undefined, VerifiedConnection> };

/** Every operation that a driver may have. */
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
