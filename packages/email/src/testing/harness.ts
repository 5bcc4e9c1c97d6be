import type { EmailDriver } from '../driver.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';

/** A mail as it arrived, parsed by a program other than the driver. @public */
export interface ReceivedMail {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** Names in lower case. The suite reads `to`, `cc`, `reply-to`, and the headers of the caller. */
  readonly headers: ReadonlyMap<string, string>;
  readonly attachments: readonly { readonly filename: string; readonly content: Uint8Array }[];
}

/** A driver together with a service that accepts its mail. @public */
export interface EmailDriverHarness {
  readonly driver: EmailDriver<EmailCapabilities>;
  /** The same driver with a credential that the service does not know. */
  readonly driverWithWrongCredential?: EmailDriver<EmailCapabilities> | undefined;
  /** Everything that arrived so far. */
  received(): readonly ReceivedMail[];
  close(): Promise<void>;
  /** How a template of the service writes a placeholder. @defaultValue (name) => `{{${name}}}` */
  readonly placeholder?: ((name: string) => string) | undefined;
  /** A text field that contacts of the service may have. @defaultValue 'plan' */
  readonly contactField?: string | undefined;
}

interface Matchers {
  toBe(expected: unknown): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: object): void;
  toBeGreaterThan(expected: number): void;
}

/** The required parts of a test framework; vitest, jest and bun have them. @public */
export interface TestFramework {
  describe(name: string, define: () => void): unknown;
  it(name: string, run: () => Promise<void>): unknown;
  expect(value: unknown): Matchers;
}
