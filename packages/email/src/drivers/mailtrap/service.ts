import { ConfigurationError, perWindow, type ServiceDefinition } from '@org/core';
import {
  type HttpEmailOptions,
  httpEmailService,
  refuseUnknownOptions,
  type WebhookSecretOptions,
} from '../../driver.ts';

/** The token of a Mailtrap account, and which of its three services sends. @public */
export interface MailtrapOptions extends HttpEmailOptions, WebhookSecretOptions {
  /** The bulk stream, for newsletters. @defaultValue false: the transactional stream */
  readonly bulk?: boolean | undefined;
  /** The id of a sandbox: mail to it is kept, and delivered to nobody. @defaultValue none */
  readonly sandboxId?: string | undefined;
}

/** @throws ConfigurationError for `bulk` together with `sandboxId`, and for an id that is not a number */
export function mailtrapService(options: MailtrapOptions): {
  readonly service: ServiceDefinition;
  /** The end of the path of a request to a sandbox. */
  readonly inbox: string;
} {
  refuseUnknownOptions('mailtrap', options, { bulk: 0, sandboxId: 0, webhookSecret: 0 });
  const { bulk = false, sandboxId } = options;
  const host = sandboxId !== undefined ? 'sandbox' : bulk ? 'bulk' : 'send';
  const limits = [perWindow(150, 10_000)];
  const definition = { name: 'mailtrap', baseUrl: `https://${host}.api.mailtrap.io`, limits };
  const service = httpEmailService(definition, options);
  if (bulk && sandboxId !== undefined)
    throw new ConfigurationError({
      message: 'mailtrap(): a sandbox has no bulk stream. Leave out one option.',
    });
  if (sandboxId !== undefined && !/^\d{1,15}$/.test(sandboxId))
    throw new ConfigurationError({
      message: "mailtrap(): sandboxId must be the sandbox's number as a text.",
    });
  return { service, inbox: sandboxId === undefined ? '' : `/${sandboxId}` };
}
