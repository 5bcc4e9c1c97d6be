import type { AbsentOperation } from '../../kit.ts';

/** Workflows, events and values of fields: of docs.useplunk.com, and Plunk's source. */
export const absent: readonly AbsentOperation[] = [
  ['GET', '/contacts/fields/:field/values', 'contacts.fields.values'],
  ['GET', '/contacts/fields/:field/usage', 'contacts.fields.usage'],
  ['GET', '/suppressions/emails', 'suppressions.emails.list'],
  ['GET', '/suppressions/emails/:id', 'suppressions.emails.get'],
  ['GET', '/events/contact/:id', 'events.ofContact'],
  ['GET', '/workflows', 'workflows.list'],
  ['POST', '/workflows', 'workflows.create'],
  ['GET', '/workflows/:id', 'workflows.get'],
  ['PATCH', '/workflows/:id', 'workflows.update'],
  ['DELETE', '/workflows/:id', 'workflows.delete'],
];
