import { bodyKey, type ServiceDefinition } from '@org/core';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';

/** The key, the address and the webhook key of a Mandrill account. @public */
export interface MandrillOptions extends HttpEmailOptions, WebhookSecretOptions {
  /**
   * The address of the webhook exactly as it is entered at Mandrill, user and password included: its
   * signature covers it.
   *
   * @defaultValue the address of the request; behind a proxy that is another one
   */
  readonly webhookUrl?: string | undefined;
}

export function mandrillService(options: MandrillOptions): ServiceDefinition {
  const definition = { name: 'mandrill', baseUrl: 'https://mandrillapp.com/api/1.4', auth: bodyKey('key') };
  return httpEmailService(definition, options, { webhookSecret: 0, webhookUrl: 0 });
}
