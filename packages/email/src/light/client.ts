/// <reference lib="esnext.disposable" preserve="true" />

import { ConfigurationError, createRuntime, UnsupportedError } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { type DriverSession, type EngineOptions, engineOptionNames } from '@org/core/driver';
import type { EmailSendClient, MessageOf } from '../client.ts';
import { meantByClients, requireDriver } from '../client-options.ts';
import type { Render } from '../content/late-content.ts';
import type { AllOperations } from '../driver/operations.ts';
import type { AttachmentInput } from '../model/attachment.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import type { OnLossy } from '../model/fit/lossy.ts';
import { readSendOptions, requireOnLossy, requireText } from '../sending/read-options.ts';
import { sendMessage } from '../sending/send-message.ts';
import type { WebhookOptions } from '../webhooks/options.ts';
import type { LateContentPart } from './late-content.ts';
import type { EmailPart, PartContext } from './part.ts';
import type { LightDriver, SendCapabilities } from './send-driver.ts';

const clientNames: OptionNames<LightEmailClientOptions<never, never>> = {
  driver: 0,
  use: 0,
  ...engineOptionNames,
  onLossy: 0,
  render: 0,
  text: 0,
  webhooks: 0,
};

/** The options of `createEmailClient` of `@org/email`, and the parts to add. @public */
export interface LightEmailClientOptions<
  Capabilities extends EmailCapabilities,
  Part extends EmailPart,
  Provider extends string = string,
> extends EngineOptions {
  /** Of the same entry: `resend()` of `@org/email/resend/send`. */
  readonly driver: LightDriver<Capabilities, Provider>;
  /** Parts of the same entry: `webhooks`, `lateContent`. @defaultValue none */
  readonly use?: Part | readonly Part[] | undefined;
  /** The answer to a part of a message that the service cannot carry. @defaultValue 'error' */
  readonly onLossy?: OnLossy | undefined;
  /** Makes HTML and text from the `content` of a message, with `use: lateContent`. */
  readonly render?: Render | undefined;
  /**
   * Makes a text from the HTML of a message without one, with html-to-text and `use: lateContent`.
   *
   * @defaultValue none
   */
  readonly text?: 'from-html' | undefined;
  /** Age and repetition of webhooks, with `use: webhooks`. */
  readonly webhooks?: WebhookOptions | undefined;
}

/** `webhooks` needs its part, and a part that may be missing would not be in the type of the client. */
type OptionsOfParts<Part> = [Part] extends [never]
  ? { readonly use?: undefined; readonly webhooks?: undefined } & WithoutLateContent
  : { readonly use: Part | readonly Part[] } & (HasLateContent<Part> extends true
      ? unknown
      : WithoutLateContent);

type HasLateContent<Part> = [Extract<Part, LateContentPart>] extends [never] ? false : true;

interface WithoutLateContent {
  readonly render?: undefined;
  readonly text?: undefined;
}

/** A message whose content is there when it is sent. Streams, Blobs and `content` need `use: lateContent`. */
interface CompleteMessage {
  readonly content?: undefined;
  readonly attachments?:
    | readonly (AttachmentInput & { readonly content?: Uint8Array | string | undefined })[]
    | undefined;
}

type MessageFor<Message, Part> = HasLateContent<Part> extends true ? Message : Message & CompleteMessage;

type MethodsOf<Part> = (Part extends EmailPart<infer Methods> ? (methods: Methods) => void : never) extends (
  methods: infer All,
) => void
  ? All
  : unknown;

/** A client that sends, with the parts that the program added. @public */
export type LightEmailClient<Capabilities extends EmailCapabilities, Part extends EmailPart = never> = Pick<
  EmailSendClient<MessageFor<MessageOf<SendCapabilities<Capabilities>>, Part>>,
  'provider' | 'send' | 'close' | typeof Symbol.asyncDispose
> &
  ([Part] extends [never] ? unknown : MethodsOf<Part>);

/**
 * `createEmailClient` of `@org/email` for a program that is one small file: the client has `send` alone, and
 * the parts in `use`. Messages, results, errors, retries and redaction are the same. It keeps the published
 * limits; `limiter` learns others. @public
 *
 * @example
 * const email = createEmailClient({ driver: azure() });
 * await email.send({ from: 'Ann <ann@acme.dev>', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' });
 *
 * @throws ConfigurationError when there is no driver, or the driver's base URL cannot work
 */
export function createEmailClient<
  const Capabilities extends EmailCapabilities,
  const Provider extends string,
  Part extends EmailPart<object, Provider> = never,
>(
  options: LightEmailClientOptions<Capabilities, Part, Provider> & OptionsOfParts<Part>,
): LightEmailClient<Capabilities, Part> {
  refuseUnknown(options, clientNames, 'createEmailClient()', meantByClients);
  requireLightDriver(options?.driver);
  // Own properties only: a polluted `Object.prototype` sets no option.
  const given: LightEmailClientOptions<Capabilities, Part> = { ...unset, ...options };
  const { driver, onLossy = 'error', render, text, webhooks, use, ...engine } = given;
  requireOnLossy(onLossy);
  requireText(text);
  const { name: provider } = driver;
  const capabilities: EmailCapabilities = driver.capabilities;
  const runtime = createRuntime(engine.runtime);
  const session = driver.open(engine) as unknown as DriverSession<AllOperations>;
  const parts = {
    session,
    provider,
    capabilities,
    fits: { error: capabilities, warn: capabilities, allow: capabilities },
    onLossy,
    batchKey: undefined,
    render,
    makesText: text !== undefined,
    runtime,
    observers: engine,
    deadlineMs: engine.deadlineMs ?? 120_000,
  };
  const close = () => session.close();
  const refuseLate = () => {
    throw missing('lateContent', context);
  };
  const context: PartContext = { ...driver.parts, provider, runtime, webhooks, loadDraft: refuseLate };
  const client: LightEmailClient<EmailCapabilities, LateContentPart> = {
    provider,
    send: async (message, given) => {
      const { loadDraft, sendSeveral: sendTogether } = context;
      return sendMessage(parts, message, readSendOptions(message, given), { loadDraft, sendTogether });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  addParts(client, [use ?? []].flat() as readonly EmailPart[], context);
  if ((render ?? text) !== undefined && context.loadDraft === refuseLate) refuseLate();
  return client as LightEmailClient<Capabilities, Part>;
}

const unset = {
  onLossy: undefined,
  render: undefined,
  text: undefined,
  webhooks: undefined,
  use: undefined,
  deadlineMs: undefined,
  onEvent: undefined,
  instrumentation: undefined,
};

/** @throws ConfigurationError for what is not a driver, and for one of a full entry */
function requireLightDriver(driver: unknown): void {
  requireDriver(driver);
  const { name, parts } = driver as { readonly name?: unknown; readonly parts?: unknown };
  if (parts !== undefined) return;
  throw new ConfigurationError({
    message:
      `createEmailClient() of a light entry needs the driver of that entry, not \`${name}\` of a full one: ` +
      "import both from one entry, like '@org/email/resend/send', or import createEmailClient from " +
      "'@org/email'.",
  });
}

/** The parts, and an error for each that is missing. */
function addParts(client: object, used: readonly EmailPart[], context: PartContext): void {
  const { provider, webhooks, entry = provider, hasWebhooks = true } = context;
  const example = hasWebhooks ? 'webhooks' : 'lateContent';
  for (const part of used) {
    if (part?.provider !== provider && part?.provider !== '*')
      throw new ConfigurationError({
        message: `use takes parts of '@org/email/${entry}/send', like use: ${example}.`,
      });
    Object.assign(client, part.open(context as never));
  }
  if (webhooks !== undefined && !('webhooks' in client)) throw missing('webhooks', context);
  for (const name of otherParts)
    if (!(name in client))
      Object.defineProperty(client, name, {
        // A polluted `Object.prototype` would add a `value`, which no getter has.
        __proto__: null,
        get() {
          throw missing(name, context);
        },
      } as PropertyDescriptor);
}

const parts = ['webhooks', 'lateContent'];
const readsLate = ', which reads streams, Blobs, functions and `content`, and makes texts';

// Not enumerable, so that a client can be printed and copied.
const otherParts = [
  'sendBatch',
  'sendEach',
  'preview',
  'templates',
  'contacts',
  'lists',
  'suppressions',
  'messages',
  'webhooks',
  'verify',
  'request',
  'withOptions',
];

function missing(name: string, context: PartContext): UnsupportedError {
  const { provider, entry: entryName = provider, hasWebhooks = true } = context;
  const entry = `@org/email/${entryName}`;
  return new UnsupportedError({
    message: `This client has no \`${name}\`${name === 'lateContent' ? readsLate : ''}, because ${reason()}.`,
    provider,
    operation: name,
    outcome: 'not-sent',
  });

  function reason(): string {
    if (name === 'webhooks' && !hasWebhooks) return `'${entry}' receives none`;
    const advice = parts.includes(name)
      ? `add the part: import { ${name} } from '${entry}/send'; createEmailClient({ driver, use: ${name} })`
      : `import the driver from '${entry}' and createEmailClient from '@org/email'`;
    return `its driver only sends: ${advice}`;
  }
}
