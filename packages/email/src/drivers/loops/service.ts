import { perWindow, type ServiceDefinition } from '@org/core';
import {
  type HttpEmailOptions,
  httpEmailService,
  refuseUnknownOptions,
  type WebhookSecretOptions,
} from '../../driver.ts';

/** The key and the webhook secret of a Loops team. @public */
export interface LoopsOptions extends HttpEmailOptions, WebhookSecretOptions {}

export function loopsService(options: LoopsOptions): ServiceDefinition {
  refuseUnknownOptions('loops', options, { webhookSecret: 0 });
  const baseUrl = 'https://app.loops.so/api/v1';
  return httpEmailService({ name: 'loops', baseUrl, limits: [perWindow(10, 1_000)] }, options);
}
