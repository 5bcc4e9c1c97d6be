// The drivers of mail services whose answers were recorded, each on a server of ours.
import type { EmailDriver } from '../../src/index.ts';
import { type HttpDriverName, httpDriver, httpDriverNames } from '../support/drivers.ts';

export type ServiceName = Exclude<HttpDriverName, 'generic'>;
export const serviceNames = httpDriverNames.filter((name): name is ServiceName => name !== 'generic');

export const driverOf = (service: ServiceName, baseUrl: string): EmailDriver =>
  httpDriver(service, { apiKey: 'a_key', secondKey: 's_key', baseUrl });
