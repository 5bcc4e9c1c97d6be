import type { Classify, ServiceDefinition } from '@org/core';
import type { OperationTable } from '@org/core/driver';
import { httpDriver, runComposite } from '@org/core/light';
import type { EmailDriver } from '../driver/email-driver.ts';
import { webhookSecrets as secretsOf, type WebhookSecretOptions } from '../driver/http-service.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import { sendInTurn } from '../sending/send-in-turn.ts';
import { sendTogether } from '../sending/send-mails.ts';
import type { DriverOptions, PartOptions, SendSeveral } from './part.ts';

type PartCapability =
  | 'templates'
  | 'templateLanguage'
  | 'contacts'
  | 'lists'
  | 'suppressions'
  | 'messages'
  | 'webhooks'
  | 'batch'
  | 'verify'
  | 'request';

/** The capabilities of a driver that only sends: messages are those of the full driver. @public */
export type SendCapabilities<Capabilities extends EmailCapabilities> = Omit<Capabilities, PartCapability> & {
  readonly templates: false;
  readonly contacts: false;
  readonly request: false;
};

/** A driver for a light client. @public */
export type LightDriver<
  Capabilities extends EmailCapabilities,
  Provider extends string = string,
> = EmailDriver<Capabilities> & {
  readonly name: Provider;
  /** What its parts need. */
  readonly parts: PartOptions;
};

/** A driver that only sends. @public */
export type SendDriver<
  Capabilities extends EmailCapabilities,
  Provider extends string = string,
> = LightDriver<SendCapabilities<Capabilities>, Provider>;

export interface SendDefinition<Capabilities extends EmailCapabilities> {
  readonly send: OperationTable[string];
  /** The requests that `send` is made of. */
  readonly requests?: OperationTable | undefined;
  readonly classify: Classify;
  /** Reads the rate headers that the service documents. @defaultValue that of the service, else none */
  readonly readRates?: ServiceDefinition['readRates'];
  readonly capabilities: Capabilities;
  /** What its parts need, besides the secrets of webhooks. */
  readonly parts?: Omit<DriverOptions, 'webhookSecrets'> | undefined;
}

/** A driver whose operations are in the program from the start. */
export function sendDriver<Capabilities extends EmailCapabilities, Provider extends string>(
  service: ServiceDefinition,
  options: WebhookSecretOptions,
  definition: SendDefinition<Capabilities>,
): SendDriver<Capabilities, Provider> {
  return sendDriverWith(service, options, definition, sendInTurn, undefined);
}

/** The same for a service whose mails have one recipient each, or whose `send` may be several requests. */
export function composedSendDriver<Capabilities extends EmailCapabilities, Provider extends string>(
  service: ServiceDefinition,
  options: WebhookSecretOptions,
  definition: SendDefinition<Capabilities>,
): SendDriver<Capabilities, Provider> {
  return sendDriverWith(service, options, definition, sendTogether, runComposite);
}

function sendDriverWith<Capabilities extends EmailCapabilities, Provider extends string>(
  service: ServiceDefinition,
  options: WebhookSecretOptions,
  {
    send,
    requests,
    classify,
    readRates = service.readRates,
    capabilities,
    parts,
  }: SendDefinition<Capabilities>,
  sendSeveral: SendSeveral,
  compose: typeof runComposite | undefined,
): SendDriver<Capabilities, Provider> {
  const driver = httpDriver({
    service: { ...service, classify, readRates },
    operations: { ...requests, send },
    capabilities: sendCapabilities(capabilities),
    runComposite: compose,
  });
  const webhookSecrets = secretsOf(`${service.name.toUpperCase()}_WEBHOOK_SECRET`, options);
  // The table's type says nothing about `send`; the driver's own module does.
  return { ...driver, parts: { ...parts, webhookSecrets, sendSeveral } } as unknown as SendDriver<
    Capabilities,
    Provider
  >;
}

/** Without what only other parts need. */
export function sendCapabilities<Capabilities extends EmailCapabilities>(
  capabilities: Capabilities,
): SendCapabilities<Capabilities> {
  const { message, limits, idempotency, idempotencyWindowMs } = capabilities;
  const own: EmailCapabilities = {
    message,
    limits,
    idempotency,
    idempotencyWindowMs,
    templates: false,
    contacts: false,
    request: false,
  };
  return own as unknown as SendCapabilities<Capabilities>;
}
