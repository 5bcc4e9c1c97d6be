import type { EmailClient } from '../client.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import type { ContentMessage } from '../model/message.ts';
import type { EmailDriverHarness, TestFramework } from './harness.ts';

/** The client as a test of any driver sees it: everything may be there. */
export type AnyClient = EmailClient<
  EmailCapabilities & { readonly templates: true; readonly contacts: true; readonly request: true }
>;

/** What one test works with. */
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
