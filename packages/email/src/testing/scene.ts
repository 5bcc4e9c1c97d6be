import type { EmailClient } from '../client.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import type { EmailDriverHarness } from './harness.ts';

/** The client as a test of any driver sees it: everything may be there. */
export type AnyClient = EmailClient<
  EmailCapabilities & { readonly templates: true; readonly contacts: true; readonly request: true }
>;

/** What one test works with. */
export interface Scene extends EmailDriverHarness {
  readonly email: AnyClient;
  readonly capabilities: EmailCapabilities;
}

export type SceneTest = (run: (scene: Scene) => Promise<void>) => () => Promise<void>;
