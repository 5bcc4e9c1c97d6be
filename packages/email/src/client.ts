/// <reference lib="esnext.disposable" preserve="true" />

import { type CallOptions, createRuntime, type RawRequest, type ServiceResponse } from '@org/core';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { type DriverSession, type EngineOptions, engineOptionNames } from '@org/core/driver';
import { meantByClients, requireDriver } from './client-options.ts';
import type { Render } from './content/late-content.ts';
import type { InboundPart } from './driver/inbound-part.ts';
import type { AllOperations, EmailDriver } from './driver.ts';
import type { EmailCapabilities, IsOne, MethodsOf, PartName } from './model/capabilities.ts';
import type { OnLossy } from './model/fit/lossy.ts';
import type { MessageToSend } from './model/message/message-to-send.ts';
import type { EmailMessage, StoredMessage } from './model/message.ts';
import type { SendResult } from './model/send-result.ts';
import { unsupported } from './model/unsupported.ts';
import type { VerifiedConnection } from './model/verified-connection.ts';
import type { MessagePreview } from './preview/preview-message.ts';
import type { SendBatchOptions } from './send-batch.ts';
import type { SendEachOptions, SendEachOutcome, SendEachOutcomes } from './send-each.ts';
import type { SendOptions } from './send-options.ts';
import { openSender } from './sending/open-sender.ts';
import { requireOnLossy, requireText } from './sending/read-options.ts';
import { createStores } from './stores/open-stores.ts';
import type { Stores } from './stores/stores.ts';
import { readWebhookOptions, type WebhookOptions } from './webhooks/options.ts';
import { createWebhookReceiver, type WebhookClient } from './webhooks/webhook-client.ts';
import { type Calls, type ScopedClient, withOptions } from './with-options.ts';

const clientNames: OptionNames<Omit<EmailClientOptions<never>, 'apiKey'>> = {
  driver: 0,
  ...engineOptionNames,
  onLossy: 0,
  render: 0,
  text: 0,
  webhooks: 0,
};

/** The driver, the answer to losses, and the engine's options. @public */
export interface EmailClientOptions<
  Capabilities extends EmailCapabilities,
  Given = EmailDriver<Capabilities, 'driver: plunk(), with the parentheses'>,
> extends EngineOptions {
  /** Which service: `plunk()`, `smtp({ … })`, or your own. */
  readonly driver: Given;
  /** @deprecated An option of the driver. */
  readonly apiKey?: '`apiKey` is an option of the driver: { driver: resend({ apiKey }) }.' | undefined;
  /** The answer to a part of a message that the service cannot carry. @defaultValue 'error' */
  readonly onLossy?: OnLossy | undefined;
  /** Makes HTML and text from the `content` of a message. */
  readonly render?: Render | undefined;
  /** Makes a text from the HTML of a message without one, with html-to-text. @defaultValue none */
  readonly text?: 'from-html' | undefined;
  /** Age and repetition of webhooks. */
  readonly webhooks?: WebhookOptions | undefined;
}

/** The part of a client that every driver has. @public */
export interface EmailSendClient<Message = EmailMessage> {
  /** The driver's name, as in errors and results. */
  readonly provider: string;
  /**
   * Sends one message. Resolves when the service accepted it for at least one recipient, which is not
   * delivery; `outcomes` has one entry for each.
   *
   * @throws InvalidInputError for a message that no service could send, with an issue for every fault
   * @throws UnsupportedError for a part that this service cannot carry, before anything is sent
   * @throws RecipientRejectedError when no recipient was accepted
   * @throws IncompleteSendError when the mail may be out to some recipients: `outcomes` lists them
   * @throws OrgError of the family that fits, with `outcome`: `not-sent`, `unknown` or `sent`
   */
  send(message: Message, options?: SendOptions): Promise<SendResult>;
  /**
   * Sends a list of messages in as few requests as the service allows, and resolves with one outcome for
   * each, in their order. Where the service has no batch requests, each mail is one request. A message with
   * several recipients is split as in `send`. After an ambiguous failure of a request, the error of each of
   * its messages has `outcome: 'unknown'`; after a refused credential the remaining messages are not sent.
   *
   * On abort it rejects with the reason when nothing was sent; otherwise the outcomes say which messages may
   * be out.
   */
  sendBatch(messages: readonly Message[], options?: SendBatchOptions): Promise<SendEachOutcome[]>;
  /**
   * The message as its recipients would see it: checked and rendered as by `send`, and not sent. The
   * placeholders of a template are filled here; the template itself comes from the service.
   *
   * @throws the errors of `send` before anything is sent
   * @throws InvalidInputError for a placeholder without a value
   * @throws UnsupportedError for a template whose language the preview does not run
   */
  preview(message: Message, options?: CallOptions): Promise<MessagePreview>;
  /**
   * Sends any number of messages, a few at a time, and yields one outcome for each, in their order (`ordered:
   * false`: as soon as it is known). Holds at most `concurrency` messages. A message that fails is an outcome
   * and stops nothing, with one exception: after a refused credential the remaining messages are not sent,
   * and have that error.
   *
   * Nothing is sent until the outcomes are read: `for await (const outcome of email.sendEach(messages))`.
   *
   * When `messages` throws, on abort and on `break`, no further message starts, and the outcome of every
   * started message is still delivered: the iteration throws after the last one; after a `break`, iterate
   * over the same object again. To resume, also after a crash, pass a `journal`. Without one, pass the
   * remaining messages with `firstIndex`, and an `idempotencyKey` for each message: then none in flight is
   * sent twice.
   */
  sendEach(messages: Iterable<Message> | AsyncIterable<Message>, options?: SendEachOptions): SendEachOutcomes;
  /** Lets calls in flight end (bounded), then frees what is open. May be called twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Requests to any endpoint of the service, through the pipeline of all calls. @public */
export interface RawRequestClient {
  /** Resolves with the raw response; a failing status rejects like any other call. */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
}

/** The client of a driver with `verify`. @public */
export interface VerifyClient {
  /**
   * Connects and signs in, and sends nothing: address, TLS and credential are right when it resolves.
   *
   * @throws OrgError of the family that fits: `NetworkError`, `TimeoutError`, `AuthenticationError`
   */
  verify(options?: CallOptions): Promise<VerifiedConnection>;
}

interface ClientParts<Inbound extends string = string> extends Stores {
  /** The service's webhooks: verified and read, and managed where its API does that. */
  readonly webhooks: WebhookClient<InboundPart<Inbound>>;
}

type WithPart<Capabilities, Part extends PartName> = [IsOne<Capabilities>] extends [false]
  ? unknown
  : [MethodsOf<Capabilities, Part>] extends [never]
    ? unknown
    : {
        readonly [Name in Part]: Pick<
          ClientParts<InboundOf<Capabilities>>[Name],
          MethodsOf<Capabilities, Name> & keyof ClientParts[Name]
        >;
      };

/** The name of the part that receives this service's mail; none, where there is no such part. */
type InboundOf<Capabilities> = Capabilities extends { readonly inbound: infer Name extends string }
  ? Name
  : never;

/** A driver that is chosen while the program runs takes any message, and checks it when it is sent. */
export type MessageOf<Capabilities extends EmailCapabilities> = [IsOne<Capabilities>] extends [false]
  ? EmailMessage
  : EmailCapabilities extends Capabilities
    ? EmailMessage
    : Capabilities['message'] extends { readonly ownContent: false }
      ? StoredMessage<Capabilities>
      : MessageToSend<Capabilities, 'from, to, subject, and html or text'>;

/**
 * A client has the parts of its driver: without contacts in the driver, the compiler knows no `contacts`.
 * @public
 */
export type EmailClient<Capabilities extends EmailCapabilities = EmailCapabilities> = EmailSendClient<
  MessageOf<Capabilities>
> &
  ScopedClient &
  WithPart<Capabilities, 'templates'> &
  WithPart<Capabilities, 'contacts'> &
  WithPart<Capabilities, 'lists'> &
  WithPart<Capabilities, 'suppressions'> &
  WithPart<Capabilities, 'messages'> &
  WithPart<Capabilities, 'webhooks'> &
  (Capabilities extends { readonly verify: true } ? VerifyClient : unknown) &
  (Capabilities['request'] extends true ? RawRequestClient : unknown);

/**
 * A client for one email service. @public
 *
 * @example
 * const email = createEmailClient({ driver: plunk() });
 * await email.send({ from: 'Ann <ann@acme.dev>', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' });
 *
 * @throws ConfigurationError when there is no driver, or the driver's base URL cannot work
 */
export function createEmailClient<
  const Given extends EmailDriver<EmailCapabilities, 'driver: plunk(), with the parentheses'>,
>(options: EmailClientOptions<EmailCapabilities, Given>): EmailClient<Given['capabilities']> {
  refuseUnknown(options, clientNames, 'createEmailClient()', meantByClients);
  requireDriver(options?.driver);
  // Own properties only: a polluted `Object.prototype` sets no option.
  const unset = {
    onLossy: undefined,
    render: undefined,
    text: undefined,
    webhooks: undefined,
    deadlineMs: undefined,
    onEvent: undefined,
    instrumentation: undefined,
  };
  const { driver, onLossy = 'error', render, text, webhooks, ...engine } = { ...unset, ...options };
  requireOnLossy(onLossy);
  requireText(text);
  const { name: provider, capabilities } = driver;
  const runtime = createRuntime(engine.runtime);
  const session = driver.open(engine) as unknown as DriverSession<AllOperations>;
  const sender = openSender({
    session,
    provider,
    capabilities,
    fits: driver.fits ?? { error: capabilities, warn: capabilities, allow: capabilities },
    onLossy,
    batchKey: driver.batchKey,
    render,
    makesText: text !== undefined,
    runtime,
    observers: engine,
    deadlineMs: engine.deadlineMs ?? 120_000,
  });
  const received = createWebhookReceiver({
    provider,
    runtime,
    webhooks: driver.webhooks,
    options: readWebhookOptions(webhooks),
    request: session.request,
  });
  const clientOf = ({ session, sender }: Calls): AnyClient => {
    const stores = createStores({ session, provider, capabilities });
    return {
      provider,
      ...sender,
      ...stores,
      webhooks: { ...stores.webhooks, ...received },
      verify: async (callOptions) => {
        if (capabilities.verify !== true) throw unsupported('verify', provider);
        return session.execute('verify', undefined, callOptions);
      },
      request: async (request, callOptions) => {
        if (session.request === undefined) throw unsupported('request', provider);
        return session.request(request, callOptions);
      },
      withOptions: (defaults) => clientOf(withOptions({ session, sender }, defaults)),
      close: () => session.close(),
      [Symbol.asyncDispose]: () => session.close(),
    };
  };
  return clientOf({ session, sender }) as never;
}

/** A client with all that a driver may have. */
type AnyClient = EmailSendClient & VerifyClient & RawRequestClient & ClientParts & ScopedClient;
