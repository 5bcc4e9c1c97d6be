import { createSigner } from './message/dkim.ts';
import { relays } from './presets/relays.ts';
import { openTunnels } from './proxy/tunnel.ts';
import type { SmtpOptions } from './settings/options.ts';
import { readDkim, readProxy } from './settings/signing-and-proxy.ts';

/** A part of `smtp()`, as a value: what an option needs. @public */
export interface SmtpPart<Option extends 'dkim' | 'preset' | 'proxy' = 'dkim' | 'preset' | 'proxy'> {
  readonly option: Option;
  readonly code: object;
}

/** For the option `dkim`: `smtp({ host, dkim: { domain, selector }, use: dkim })`. @public */
export const dkim: SmtpPart<'dkim'> = { option: 'dkim', code: { readDkim, createSigner } };

/** For the option `preset`: `smtp({ preset: 'sendgrid', use: preset })`. @public */
export const preset: SmtpPart<'preset'> = { option: 'preset', code: { relays } };

/** For the option `proxy`: `smtp({ host, proxy: 'http://proxy.acme.dev:3128', use: proxy })`. @public */
export const proxy: SmtpPart<'proxy'> = { option: 'proxy', code: { readProxy, openTunnels } };

/** The options of `smtp()` of `@org/email/smtp`, and the parts that some of them need. @public */
export type SmtpSendOptions<Part extends SmtpPart = never> = WithoutParts<
  SmtpOptions,
  Exclude<SmtpPart['option'], Part['option']>
> & {
  /** Parts of the same entry: `dkim`, `preset`, `proxy`. @defaultValue none */
  readonly use?: Part | readonly Part[];
};

type WithoutParts<Options, Missing extends SmtpPart['option']> = Options extends unknown
  ? Omit<Options, Missing> & { readonly [Option in Missing]?: `needs use: ${Option}` | undefined }
  : never;
