import type { EmailDriverHarness } from '@org/email/testing';

/** What Brevo needs beyond the usual input. */
export const needs = {
  placeholder: (name) => `{{params.${name}}}`,
  contactField: 'PLAN',
  contactImport: { listIds: ['1'] },
  template: { from: 'Ann <ann@acme.dev>' },
  list: (name) => ({ name, providerOptions: { brevo: { folderId: 3 } } }),
  suppression: { scopeId: 'ann@acme.dev' },
  removal: {},
  webhook: {
    payload: {
      event: 'delivered',
      email: 'bob@example.com',
      id: 26224,
      date: '2026-11-22 11:00:00',
      ts: 1795341600,
      ts_event: 1795341600,
      ts_epoch: 1795341600123,
      'message-id': '<a.1@smtp-relay.mailin.fr>',
      subject: 'Hi',
      tags: ['spring'],
    },
    event: {
      type: 'delivered',
      messageId: 'a.1@smtp-relay.mailin.fr',
      recipient: 'bob@example.com',
      timestamp: new Date(1795341600123),
      tags: [{ name: 'spring' }],
    },
  },
} satisfies Partial<EmailDriverHarness>;
