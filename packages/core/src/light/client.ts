import { classifyTransportError, openTransport } from '#light-transport';
import { openServiceClient, type ServiceClient } from '../client.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { ServiceDefinition } from '../operation.ts';
import { execute } from '../pipeline/execute.ts';
import { httpExecutor } from '../pipeline/http-executor.ts';
import { present } from '../pipeline/lazy-module.ts';
import type { CallParts } from '../pipeline/start-call.ts';
import { createPacer } from './pacer.ts';

/**
 * `createServiceClient` of `@org/core` for a program that is one small file: the same calls, errors, retries
 * and redaction. It keeps the published limits, and runs no operations of several requests. `limiter:
 * createLimiter(…)` learns limits, too. @public
 *
 * @example
 * const credential = fromEnv('ACME_API_KEY');
 * const client = createServiceClient({ name: 'acme', baseUrl, auth: bearerAuth(), credential });
 * const response = await client.request({ method: 'GET', path: '/v1/resources' });
 *
 * @throws ConfigurationError for a base URL that is not `https` (loopback excepted), and in a browser without
 * `dangerouslyAllowBrowser`
 */
export function createServiceClient(
  definition: ServiceDefinition,
  options: EngineOptions = {},
): Omit<ServiceClient, 'withOptions'> {
  return openLightClient(definition, options, undefined);
}

export function openLightClient(
  definition: ServiceDefinition,
  options: EngineOptions,
  runComposite: CallParts['runComposite'],
): Omit<ServiceClient, 'withOptions'> {
  return openServiceClient(definition, options, {
    openLimiter: createPacer,
    openParts: () => present({ execute, httpExecutor, runComposite, openTransport, classifyTransportError }),
  });
}
