import type { ServiceDefinition } from '@org/core';
import {
  type HttpEmailOptions,
  httpEmailService,
  refuseUnknownOptions,
  type WebhookSecretOptions,
} from '../../driver.ts';

/** The key, the region and the webhook keys of a SendGrid account. @public */
export interface SendGridOptions extends HttpEmailOptions, WebhookSecretOptions {
  /** `eu`: the host of subusers in the EU, which has no marketing contacts. @defaultValue 'global' */
  readonly region?: 'global' | 'eu' | undefined;
  /** The subuser or customer account to act for, in the header `on-behalf-of`. @defaultValue none */
  readonly onBehalfOf?: string | undefined;
}

const hosts = { global: 'https://api.sendgrid.com', eu: 'https://api.eu.sendgrid.com' };

export function sendGridService(options: SendGridOptions): ServiceDefinition {
  refuseUnknownOptions('sendgrid', options, { region: 0, onBehalfOf: 0, webhookSecret: 0 });
  const { region = 'global', onBehalfOf } = options;
  const definition = {
    name: 'sendgrid',
    baseUrl: hosts[region],
    headers: onBehalfOf === undefined ? {} : { 'on-behalf-of': onBehalfOf },
    requestIdHeaders: ['x-message-id'],
  };
  return httpEmailService(definition, options);
}
