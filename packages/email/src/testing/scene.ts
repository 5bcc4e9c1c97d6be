import type { EmailClient } from '../client.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import type { ContentMessage } from '../model/message.ts';
import type { EmailDriverHarness, TestFramework } from './harness.ts';

/** The client of any driver: every part may exist. */
export type AnyClient = EmailClient<AllCapabilities>;

interface AllCapabilities extends EmailCapabilities {
  readonly templates: true;
  readonly contacts: true;
  readonly lists: true;
  readonly suppressions: true;
  readonly messages: readonly ['get', 'events', 'cancel', 'reschedule'];
  readonly webhooks: readonly ['parse', 'handler', 'create', 'list', 'delete'];
  readonly request: true;
}

/** The objects of one test. */
export interface Scene extends EmailDriverHarness {
  readonly expect: TestFramework['expect'];
  readonly email: AnyClient;
  readonly capabilities: EmailCapabilities;
}

export type DriverTest = readonly [name: string, run: (scene: Scene) => Promise<void>];

export const message: ContentMessage = {
  from: 'Ann <ann@acme.dev>',
  to: 'bob@example.com',
  subject: 'Grüße aus Zürich ✓',
  html: '<p>Hällo</p>',
};
