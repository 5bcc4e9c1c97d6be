import type { PlainFields } from './message/plain-fields.ts';

/** All methods of a part of the client, none, or the methods by name. @public */
export type Methods<Name extends string> = boolean | readonly Name[];

/**
 * The capabilities of a driver, as data and as types: for the compiler, `email.contacts` exists only where
 * the driver has contacts, with the methods that it has. `true` stands for the usual methods of a part.
 * @public
 */
export interface EmailCapabilities {
  /** Templates that the service stores. Usual: `create`, `get`, `list`, `update`, `delete`. */
  readonly templates: Methods<TemplateMethod>;
  /** The language of its placeholders, for `preview`; left out where that is not known. */
  readonly templateLanguage?: TemplateLanguage | undefined;
  /** The address book. Usual: `upsert`, `get`, `list`, `update`, `delete`. */
  readonly contacts: Methods<ContactMethod>;
  /** Lists of contacts. Usual: all methods but `update`. */
  readonly lists?: Methods<ListMethod> | undefined;
  /** Addresses that the service does not send to. Usual: all methods. */
  readonly suppressions?: Methods<SuppressionMethod> | undefined;
  /** Sent messages. Usual: `get` and `events`. */
  readonly messages?: Methods<MessageMethod> | undefined;
  /** Webhooks. Usual: `parse` and `handler`. */
  readonly webhooks?: Methods<WebhookMethod> | undefined;
  /** Mail that arrived: the driver's name, where there is `@org/email/<name>/inbound`. */
  readonly inbound?: string | undefined;
  /** Most messages that one request can carry; left out where a request carries one message. */
  readonly batch?: number | undefined;
  /** Can the connection be tried without a message, with `verify`? */
  readonly verify?: boolean | undefined;
  /** Can any endpoint of the service be called with `request`? */
  readonly request: boolean;
  /** Which parts of a message arrive as they are. */
  readonly message: MessageCapabilities;
  /**
   * The service's behaviour for a repeated idempotency key: repeats its first response, refuses, silently
   * drops the second request, or has no keys.
   */
  readonly idempotency: 'replay' | 'refuse' | 'dedupe' | 'none';
  /** How long the service recognises a key. @defaultValue 15 minutes, for a resumed `sendEach` */
  readonly idempotencyWindowMs?: number | undefined;
  readonly limits: EmailLimits;
  /** Only a type: the driver's own options of a message, under its name. */
  readonly providerOptions?: object | undefined;
}

export type TemplateMethod = MethodNames['templates'];
export type ContactMethod = MethodNames['contacts'];
export type ListMethod = MethodNames['lists'];
export type SuppressionMethod = MethodNames['suppressions'];
export type MessageMethod = MethodNames['messages'];
export type WebhookMethod = MethodNames['webhooks'];

type MethodNames = { readonly [Part in PartName]: (typeof allMethods)[Part][number] };

/** The syntax of placeholders: `{{x}}` and `{{x ?? y}}` (`plunk`), or `{{{x}}}`. @public */
export type TemplateLanguage = 'plunk' | 'triple-braces';

/** Fields of a message that a service carries or not, by name. @defaultValue false */
interface PlainCapabilities extends Readonly<Partial<Record<keyof PlainFields, boolean | undefined>>> {}

/** Which parts of a message the service can carry. @public */
export interface MessageCapabilities extends PlainCapabilities {
  /** Messages with their own subject and content, besides stored templates. @defaultValue true */
  readonly ownContent?: boolean | undefined;
  readonly cc: boolean;
  readonly bcc: boolean;
  /**
   * `none`: the service makes the text part from the HTML, or has none. `with-html`: only together with HTML.
   * `alone`: also without HTML. `either`: only without HTML.
   */
  readonly text: 'none' | 'with-html' | 'alone' | 'either';
  readonly replyTo: 'one' | 'many';
  /** Has the sender a name? A driver refuses one where the service sets it. @defaultValue true */
  readonly senderNames?: boolean | undefined;
  /** Do reply addresses have names? @defaultValue true */
  readonly replyToNames?: boolean | undefined;
  readonly headers: boolean;
  readonly attachments: boolean;
  readonly inlineAttachments: boolean;
  readonly template: boolean;
  /**
   * The values that a template's placeholders take: texts only, also numbers, also booleans, or any JSON.
   * `lists`: texts, numbers, and lists of objects.
   *
   * @defaultValue 'plain'
   */
  readonly templateVariables?: 'text' | 'numbers' | 'plain' | 'lists' | 'json' | undefined;
  readonly tags: boolean;
  /** `visible`: in a header that recipients can read. */
  readonly metadata: boolean | 'visible';
  readonly sendAt: boolean;
  /**
   * `shared`: recipients of one mail can see each other. `individual`: every recipient gets a separate
   * mail.
   */
  readonly visibility: 'individual' | 'shared';
  /** Is a non-ASCII part before the @ possible? */
  readonly internationalLocalPart: boolean;
  /** A message without `to`, only with `cc` or `bcc`. @defaultValue false */
  readonly withoutTo?: boolean | undefined;
  /** The field `sender`. @defaultValue false */
  readonly sender?: boolean | undefined;
  /** A header more than once. @defaultValue false */
  readonly repeatedHeaders?: boolean | undefined;
  /** File names outside ASCII arrive as they are. @defaultValue true */
  readonly filenames?: boolean | 'ascii' | undefined;
  /** A finished message, in the field `raw`. @defaultValue false */
  readonly raw?: boolean | undefined;
  /**
   * Which messages the driver writes as MIME itself: all of them, or those that the service has no fields
   * for. `preview` refuses what no server takes in those only.
   *
   * @defaultValue false
   */
  readonly mime?: 'always' | 'needed' | false | undefined;
  /** The field `alternatives`. @defaultValue false */
  readonly alternatives?: boolean | undefined;
  /** Which of the switches in `tracking` the service has. @defaultValue [] */
  readonly tracking?: readonly ('opens' | 'clicks')[] | undefined;
  /** The field `stream`. @defaultValue false */
  readonly stream?: boolean | undefined;
  /** The field `sandbox`. @defaultValue false */
  readonly sandbox?: boolean | undefined;
}

/** Published limits, checked before any request. @public */
export interface EmailLimits {
  /** Of one mail: `to`, `cc` and `bcc` together. */
  readonly maxRecipients?: number | undefined;
  /** Of one mail. */
  readonly maxTo?: number | undefined;
  /** Of one mail. */
  readonly maxCc?: number | undefined;
  /** Of one mail. */
  readonly maxBcc?: number | undefined;
  readonly maxAttachments?: number | undefined;
  /** Of all attachments together, before encoding. */
  readonly maxAttachmentBytes?: number | undefined;
  /** Further tags are a loss, like any other field that the service cannot carry. */
  readonly maxTags?: number | undefined;
  /** How far `sendAt` may be from now. */
  readonly maxScheduleMs?: number | undefined;
  /** Of one batch request, all its messages together. */
  readonly maxBatchRecipients?: number | undefined;
  /** Of one batch request, all its messages together with their attachments as base64. */
  readonly maxBatchBytes?: number | undefined;
  /** How many messages of one batch request may go to the same address. */
  readonly maxBatchPerAddress?: number | undefined;
}

/** The methods for which `true` stands. */
const usualMethods = {
  templates: ['create', 'get', 'list', 'update', 'delete'],
  contacts: ['upsert', 'get', 'list', 'update', 'delete'],
  lists: ['create', 'get', 'list', 'delete', 'members', 'addMembers', 'removeMembers'],
  suppressions: ['check', 'list', 'add', 'remove'],
  messages: ['get', 'events'],
  webhooks: ['parse', 'handler'],
} as const;

/** The parts of a client that a driver may have. */
export type PartName = keyof typeof usualMethods;

export const allMethods = {
  templates: [...usualMethods.templates, 'duplicate', 'usage', 'render'],
  contacts: [...usualMethods.contacts, 'import', 'importStatus', 'fields', 'createField', 'deleteField'],
  lists: [...usualMethods.lists, 'update'],
  suppressions: usualMethods.suppressions,
  messages: [...usualMethods.messages, 'cancel', 'reschedule'],
  webhooks: [...usualMethods.webhooks, 'create', 'list', 'delete'],
} as const;

/** The methods of a part that a driver with these capabilities has. */
export type MethodsOf<Capabilities, Part extends PartName> =
  Capabilities extends Readonly<Record<Part, infer Value>>
    ? [Value] extends [true]
      ? (typeof usualMethods)[Part][number]
      : [Value] extends [readonly (infer Name)[]]
        ? Name
        : never
    : never;

/** Whether the capabilities are of one service, and no union of several. */
export type IsOne<All, Each = All> = Each extends All ? ([All] extends [Each] ? true : false) : never;

/** The driver's own options of a message; any, where the driver's type has none. */
export type ProviderOptionsOf<Capabilities> = Capabilities extends {
  readonly providerOptions?: infer Options;
}
  ? [keyof NonNullable<Options>] extends [never]
    ? AnyProviderOptions
    : NonNullable<Options>
  : AnyProviderOptions;

/** Options of any driver, under its name. @public */
export type AnyProviderOptions = Readonly<Record<string, unknown>>;

export function methodsOf(capabilities: EmailCapabilities, part: PartName): readonly string[] {
  const given = capabilities[part] ?? false;
  if (typeof given === 'boolean') return given ? usualMethods[part] : [];
  return given;
}
