import {
  ConfigurationError,
  credentialFrom,
  fromEnv,
  headerKey,
  type ServiceDefinition,
  settingFromEnv,
} from '@org/core';
import { type HttpEmailOptions, httpEmailService, refuseUnknownOptions } from '../../driver.ts';

/** The secret key, the project and the region of Scaleway. @public */
export interface ScalewayOptions extends HttpEmailOptions {
  /** The project with the domain. @defaultValue the environment's `SCW_DEFAULT_PROJECT_ID` */
  readonly projectId?: string | undefined;
  /** @defaultValue 'fr-par', the only one in 2026 */
  readonly region?: string | undefined;
}

/** The place of the mails of an account. */
export interface ScalewayPlace {
  readonly projectId: string;
  readonly region: string;
}

/** @throws ConfigurationError without a project */
export function scalewayService(
  options: ScalewayOptions,
): ScalewayPlace & { readonly service: ServiceDefinition } {
  refuseUnknownOptions('scaleway', options, { projectId: 0, region: 0 });
  const { region = 'fr-par', projectId = settingFromEnv('SCW_DEFAULT_PROJECT_ID') } = options;
  const definition = {
    name: 'scaleway',
    baseUrl: 'https://api.scaleway.com',
    auth: headerKey('X-Auth-Token'),
    credential: credentialFrom(
      options.apiKey,
      fromEnv('SCALEWAY_API_KEY', 'SCW_SECRET_KEY', 'EMAIL_API_KEY'),
    ),
  };
  const service = httpEmailService(definition, options);
  if (projectId === undefined)
    throw new ConfigurationError({
      message: 'scaleway() needs the project: set projectId, or SCW_DEFAULT_PROJECT_ID.',
    });
  return { service, projectId, region };
}
