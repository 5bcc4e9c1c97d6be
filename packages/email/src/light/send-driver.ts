import type { Classify, ServiceDefinition } from '@org/core';
import type { OperationTable } from '@org/core/driver';
import { httpDriver, runComposite } from '@org/core/light';
import type { EmailDriver } from '../driver/email-driver.ts';
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

/** A service and its one operation. */
export interface SendService<Capabilities extends EmailCapabilities> {
  readonly service: ServiceDefinition;
  /** `send`, and the requests that it is made of. */
  readonly operations: OperationTable & { readonly send: OperationTable[string] };
  readonly classify?: Classify | undefined;
  readonly capabilities: Capabilities;
  readonly parts: DriverOptions;
}

/** A driver whose operations are in the program from the start. */
export function sendDriver<Capabilities extends EmailCapabilities, Provider extends string>(
  definition: SendService<Capabilities>,
): SendDriver<Capabilities, Provider> {
  return sendDriverWith(definition, sendInTurn, undefined);
}

/** The same for a service whose mails have one recipient each, or whose `send` may be several requests. */
export function composedSendDriver<Capabilities extends EmailCapabilities, Provider extends string>(
  definition: SendService<Capabilities>,
): SendDriver<Capabilities, Provider> {
  return sendDriverWith(definition, sendTogether, runComposite);
}

function sendDriverWith<Capabilities extends EmailCapabilities, Provider extends string>(
  { service, operations, classify, capabilities, parts }: SendService<Capabilities>,
  sendSeveral: SendSeveral,
  compose: typeof runComposite | undefined,
): SendDriver<Capabilities, Provider> {
  const driver = httpDriver({
    service: classify === undefined ? service : { ...service, classify },
    operations,
    capabilities: sendCapabilities(capabilities),
    runComposite: compose,
  });
  // The table's type says nothing about `send`; the driver's own module does.
  return { ...driver, parts: { ...parts, sendSeveral } } as unknown as SendDriver<Capabilities, Provider>;
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
