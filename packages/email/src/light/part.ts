import type { CredentialInput, Runtime } from '@org/core';
import type { LoadDraft } from '../content/fit-message.ts';
import type { InboundPart } from '../driver/inbound-part.ts';
import type { WebhookScheme } from '../driver/webhook-scheme.ts';
import { readWebhookOptions, type WebhookOptions } from '../webhooks/options.ts';
import { createReceiver, type WebhookReceiver } from '../webhooks/receiver.ts';
import { receiverClient, type WebhookReceiverClient } from '../webhooks/webhook-client.ts';

export type SendSeveral = typeof import('../sending/send-mails.ts').sendTogether;

/** What a light driver gives its client. */
export interface PartOptions extends DriverOptions {
  /** Sends a message with a separate mail for each recipient. */
  readonly sendSeveral: typeof import('../sending/send-mails.ts').sendTogether;
}

/** The options of a light driver that its parts read. */
export interface DriverOptions {
  /** The entry `@org/email/<entry>/send`. @defaultValue the name of the driver */
  readonly entry?: string | undefined;
  /** Whether the entry has the part `webhooks`. @defaultValue true */
  readonly hasWebhooks?: boolean | undefined;
  readonly webhookSecrets: readonly CredentialInput[];
  /** Of a scheme that has options. */
  readonly webhookScheme?: unknown;
}

export interface PartContext extends PartOptions {
  readonly provider: string;
  readonly runtime: Runtime;
  readonly webhooks: WebhookOptions | undefined;
  /** Reads late content; refuses it without the part `lateContent`. */
  loadDraft: LoadDraft;
}

/** A part of a light client, as a value: `createEmailClient({ driver: resend(), use: webhooks })`. @public */
export interface EmailPart<Methods extends object = object, Provider extends string = string> {
  /** The service that it is for. */
  readonly provider: Provider;
  readonly open: (context: never) => Methods;
}

/** The part that receives webhooks. @public */
export type WebhookPart<Provider extends string = string> = EmailPart<
  { readonly webhooks: WebhookReceiverClient<InboundPart<Provider, false>> },
  Provider
>;

export function webhookPart<const Provider extends string>(
  provider: Provider,
  scheme: WebhookScheme | ((options: never) => WebhookScheme),
): WebhookPart<Provider> {
  return {
    provider,
    open({ runtime, webhookScheme, webhookSecrets: secrets, webhooks }: PartContext) {
      const options = readWebhookOptions(webhooks);
      // With the first webhook: a scheme may read the environment, which may not be there before.
      let receiver: WebhookReceiver | undefined;
      const load = async () => {
        const made = () => (typeof scheme === 'function' ? scheme(webhookScheme as never) : scheme);
        const request = undefined;
        receiver ??= createReceiver({ scheme: made(), secrets, provider, runtime, options, request });
        return receiver;
      };
      return { webhooks: receiverClient({ provider, canRequest: false, load }) };
    },
  };
}
