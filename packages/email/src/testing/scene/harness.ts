import type { EngineOptions } from '@org/core/driver';
import type { EmailDriver } from '../../driver.ts';
import type { EmailCapabilities } from '../../model/capabilities.ts';
import type { DeliveryEvent } from '../../model/delivery-event.ts';
import type { Alternative, Tracking } from '../../model/message-parts.ts';
import type { ContactImport } from '../../model/resources/contact.ts';
import type { ListInput } from '../../model/resources/list.ts';
import type { EventFilter } from '../../model/resources/sent-message.ts';
import type { SuppressionInput } from '../../model/resources/suppression.ts';
import type { TemplateInput } from '../../model/resources/template.ts';

/**
 * A mail as it arrived, parsed by a program other than the driver. The optional parts are required where the
 * capabilities have them. @public
 */
export interface ReceivedMail {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly subject?: string | undefined;
  readonly html?: string | undefined;
  readonly text?: string | undefined;
  /** Names in lower case: `to`, `cc`, `reply-to`, `sender`, `message-id`, and the headers of the caller. */
  readonly headers: ReadonlyMap<string, string>;
  readonly attachments: readonly {
    readonly filename: string;
    readonly content: Uint8Array;
    /** Of an inline file, where the program reads it. */
    readonly contentId?: string | undefined;
  }[];
  readonly alternatives?: readonly Alternative[] | undefined;
  /** As single texts: `name` or `name:value`. */
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Without the switches that the request left out. */
  readonly tracking?: Tracking | undefined;
  readonly stream?: string | undefined;
}

/** A webhook of the service about a mail, for the contract suite. @public */
export interface WebhookSample {
  /** The body as the service sends it, or its JSON. */
  readonly payload: string | object;
  /** Further webhooks of the service, in other forms: one for each kind of event. @defaultValue none */
  readonly otherPayloads?: readonly (string | object)[] | undefined;
  /** Parts of its first event. */
  readonly event: Partial<DeliveryEvent>;
  /** @defaultValue the driver's first secret */
  readonly secret?: string | undefined;
  /** A secret of the right form that the driver does not know. @defaultValue 'somebody else' */
  readonly wrongSecret?: string | undefined;
}

/**
 * A driver together with a service that accepts its mail. The optional parts say what this service needs
 * beyond the usual input. @public
 */
export interface EmailDriverHarness {
  readonly driver: EmailDriver<EmailCapabilities>;
  /** The same driver with a credential that the service does not know. */
  readonly driverWithWrongCredential?: EmailDriver<EmailCapabilities> | undefined;
  /** Everything that went out so far: no message that is scheduled, cancelled or only validated. */
  received(): readonly ReceivedMail[];
  close(): Promise<void>;
  /** How a template of the service writes a placeholder. @defaultValue (name) => `{{${name}}}` */
  readonly placeholder?: ((name: string) => string) | undefined;
  /** A text field that contacts of the service may have. @defaultValue 'plan' */
  readonly contactField?: string | undefined;
  /** Time and network of the client. */
  readonly runtime?: EngineOptions['runtime'];
  /** Further fields of every template. @defaultValue none */
  readonly template?: Partial<TemplateInput> | undefined;
  /** Do contacts have a subscription? @defaultValue true */
  readonly contactSubscription?: boolean | undefined;
  /** The input for a list of this name. @defaultValue `{ name }` */
  list?(name: string): ListInput;
  /** Further fields of every suppression. @defaultValue none */
  readonly suppression?: Partial<SuppressionInput> | undefined;
  /** Fields of a suppression to remove. @defaultValue `suppression` */
  readonly removal?: Partial<SuppressionInput> | undefined;
  /** Further fields of an import of contacts. @defaultValue none */
  readonly contactImport?: Partial<ContactImport> | undefined;
  /** A stream that exists. @defaultValue 'news' */
  readonly stream?: string | undefined;
  /** Does the service write names as they are, so that the driver quotes them? @defaultValue false */
  readonly quotesNames?: boolean | undefined;
  /** The filter for the events of a message. @defaultValue `{ messageId }` */
  eventFilter?(messageId: string): EventFilter;
  /** Required with `webhooks`. */
  readonly webhook?: WebhookSample | undefined;
}

/** The required parts of a test framework; vitest, jest and bun have them. @public */
export interface TestFramework {
  describe(name: string, define: () => void): unknown;
  it(name: string, run: () => Promise<void>): unknown;
  expect(value: unknown): {
    toBe(expected: unknown): void;
    toEqual(expected: unknown): void;
    toMatchObject(expected: object): void;
    toBeGreaterThan(expected: number): void;
  };
}
