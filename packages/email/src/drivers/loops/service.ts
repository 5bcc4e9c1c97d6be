import { perWindow, type ServiceDefinition } from '@org/core';
import { type HttpEmailOptions, httpEmailService, type WebhookSecretOptions } from '../../driver.ts';

/** The key and the webhook secret of a Loops team. @public */
export interface LoopsOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function loopsService(options: LoopsOptions): ServiceDefinition {
  const baseUrl = 'https://app.loops.so/api/v1';
  const definition = { name: 'loops', baseUrl, limits: [perWindow(10, 1_000)] };
  return httpEmailService(definition, options, { webhookSecret: 0 });
}
