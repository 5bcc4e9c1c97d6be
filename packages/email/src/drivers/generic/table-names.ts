import type { OptionNames } from '@org/core/basics';
import type { EmailLimits, SuppressionReason } from '../../driver.ts';
import type {
  ContactFieldPaths,
  GenericContacts,
  GenericSuppressions,
  GenericTemplates,
  Paging,
  SuppressionFields,
  TemplateFields,
} from './store-table.ts';
import type {
  AddressField,
  AddressPaths,
  AttachmentFields,
  Evidence,
  GenericErrors,
  GenericIdempotency,
  GenericSend,
  GenericService,
  MessageFields,
  Refusal,
} from './table.ts';

const addressPaths: OptionNames<AddressPaths> = { address: 0, name: 0, constants: 0 };

const addresses: OptionNames<Record<AddressField, 0>> = {
  from: addressPaths,
  to: addressPaths,
  cc: addressPaths,
  bcc: addressPaths,
  replyTo: addressPaths,
};

const fields: OptionNames<MessageFields> = {
  from: 0,
  to: 0,
  subject: 0,
  html: 0,
  text: 0,
  cc: 0,
  bcc: 0,
  replyTo: 0,
  headers: 0,
  attachments: 0,
  tags: 0,
  metadata: 0,
  sendAt: 0,
  stream: 0,
  sandbox: 0,
  trackOpens: 0,
  trackClicks: 0,
  template: 0,
  variables: 0,
};

const attachment: OptionNames<AttachmentFields> = {
  filename: 0,
  content: 0,
  contentType: 0,
  disposition: 0,
  contentId: 0,
};

const accepted: OptionNames<Evidence> = { statuses: 0, field: 0, equals: 0 };

const send: OptionNames<GenericSend> = {
  path: 0,
  fields,
  id: 0,
  accepted,
  address: addressPaths,
  addresses,
  recipients: 0,
  replyTo: 0,
  text: 0,
  time: 0,
  attachment,
  constants: 0,
  options: 0,
};

const paging: OptionNames<Paging> = { style: 0, parameter: 0, size: 0, next: 0, first: 0 };
const store = { path: 0, item: 0, items: 0, paging, update: 0, methods: 0 };

const templateFields: OptionNames<TemplateFields> = {
  id: 0,
  name: 0,
  subject: 0,
  html: 0,
  text: 0,
  description: 0,
  createdAt: 0,
  updatedAt: 0,
};
const templates: OptionNames<GenericTemplates> = {
  ...store,
  fields: templateFields,
  filters: { search: 0, kind: 0 },
};

const contactFields: OptionNames<ContactFieldPaths> = {
  id: 0,
  email: 0,
  subscribed: 0,
  firstName: 0,
  lastName: 0,
  fields: 0,
  createdAt: 0,
  updatedAt: 0,
};
const contacts: OptionNames<GenericContacts> = {
  ...store,
  fields: contactFields,
  filters: { search: 0, subscribed: 0 },
};

const suppressionFields: OptionNames<SuppressionFields> = {
  email: 0,
  reason: 0,
  description: 0,
  createdAt: 0,
};
const reasons: OptionNames<Record<SuppressionReason, 0>> = {
  'hard-bounce': 0,
  complaint: 0,
  unsubscribe: 0,
  invalid: 0,
  block: 0,
  manual: 0,
  other: 0,
};
const suppressions: OptionNames<GenericSuppressions> = {
  ...store,
  fields: suppressionFields,
  filters: { reason: 0 },
  reasons,
};

const maximums: OptionNames<EmailLimits> = {
  maxRecipients: 0,
  maxTo: 0,
  maxCc: 0,
  maxBcc: 0,
  maxAttachments: 0,
  maxAttachmentBytes: 0,
  maxTags: 0,
  maxScheduleMs: 0,
  maxBatchRecipients: 0,
  maxBatchBytes: 0,
  maxBatchPerAddress: 0,
};

const idempotency: OptionNames<GenericIdempotency> = { header: 0, duplicate: 0 };
const refusal: OptionNames<Refusal> = { field: 0, equals: 0 };
const errors: OptionNames<GenericErrors> = { code: 0, message: 0, kinds: 0, refusal };

/** Every name that a table may have; an object has the names of the value. */
export const tableNames: OptionNames<GenericService> = {
  name: 0,
  baseUrl: 0,
  auth: 0,
  limits: 0,
  requestIdHeader: 0,
  maximums,
  idempotency,
  send,
  templates,
  contacts,
  suppressions,
  errors,
};
