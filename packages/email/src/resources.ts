// Types of what services store: contacts, lists, templates, suppressions, sent messages, webhook endpoints.
export type { EventClient } from './model/delivery-event.ts';
export type {
  Contact,
  ContactChanges,
  ContactField,
  ContactFields,
  ContactFilter,
  ContactImport,
  ContactInput,
  FieldType,
  ImportStatus,
  UpsertedContact,
} from './model/resources/contact.ts';
export type {
  ContactList,
  ListChanges,
  ListFilter,
  ListInput,
  MemberFilter,
  WriteReceipt,
} from './model/resources/list.ts';
export type { EventFilter, MessageRecipient, SentMessage } from './model/resources/sent-message.ts';
export type {
  Suppression,
  SuppressionFilter,
  SuppressionInput,
  SuppressionReason,
  SuppressionScope,
} from './model/resources/suppression.ts';
export type {
  RenderedTemplate,
  Template,
  TemplateChanges,
  TemplateFilter,
  TemplateInput,
  TemplateKind,
  TemplateReference,
  TemplateStatus,
  TemplateUsage,
  TemplateValue,
  TemplateVariables,
} from './model/resources/template.ts';
export type { WebhookEndpoint, WebhookEndpointInput } from './model/resources/webhook-endpoint.ts';
export type { ContactClient } from './stores/contact-client.ts';
export type { ListClient } from './stores/list-client.ts';
export type { MessageClient } from './stores/message-client.ts';
export type { SuppressionClient } from './stores/suppression-client.ts';
export type { TemplateClient } from './stores/template-client.ts';
export type { WebhookEndpointClient } from './stores/webhook-endpoint-client.ts';
