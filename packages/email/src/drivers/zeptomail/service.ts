import { ConfigurationError, requestSigner, type ServiceDefinition } from '@org/core';
import { type HttpEmailOptions, httpEmailService, refuseUnknownOptions } from '../../driver.ts';

/** The token and the data centre of a ZeptoMail account. @public */
export interface ZeptoMailOptions extends HttpEmailOptions {
  /** The end of the host of the account: `eu` of `api.zeptomail.eu`. @defaultValue 'com' */
  readonly dataCentre?: 'com' | 'eu' | 'in' | 'com.au' | 'jp' | 'ca' | 'sa' | undefined;
}

const scheme = 'Zoho-enczapikey ';

/** The token as the console shows it, with or without its scheme. */
const zohoKey = requestSigner(
  ({ headers }, key) => {
    headers.set('authorization', key.startsWith(scheme) ? key : scheme + key);
  },
  { headerNames: ['authorization'] },
);

/** @throws ConfigurationError for something else than the end of a host */
export function zeptomailService(options: ZeptoMailOptions): ServiceDefinition {
  refuseUnknownOptions('zeptomail', options, { dataCentre: 0 });
  const { dataCentre = 'com' } = options;
  const baseUrl = `https://api.zeptomail.${dataCentre}/v1.1`;
  const service = httpEmailService({ name: 'zeptomail', baseUrl, auth: zohoKey }, options);
  if (!/^[a-z]{2,3}(?:\.[a-z]{2})?$/.test(dataCentre))
    throw new ConfigurationError({ message: "zeptomail(): dataCentre must be the end of a host: 'eu'." });
  return service;
}
