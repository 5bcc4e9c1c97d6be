import type { LossyMapping } from '../model/fit/lossy.ts';
import type { GivenDsn, GivenMail } from './nodemailer-mail.ts';

const returns: Readonly<Record<string, string>> = {
  HDRS: 'headers',
  HEADERS: 'headers',
  FULL: 'full',
  BODY: 'full',
};

/** The options of drivers, and among them those of nodemailer for SMTP. */
export function smtpOptionsOf({ dsn, requireTLSExtensionEnabled, providerOptions }: GivenMail): object {
  if (!dsn && !requireTLSExtensionEnabled) return providerOptions ?? {};
  const smtp = {
    ...(dsn && { dsn: dsnOf(dsn) }),
    ...(requireTLSExtensionEnabled && { requireTls: true }),
    ...providerOptions?.['smtp'],
  };
  return { ...providerOptions, smtp };
}

/** A value that nodemailer would not take stays as it is: the driver refuses it. */
function dsnOf({ id, envid, notify, return: returned, ret }: GivenDsn): object {
  const events = [notify ?? []].flat().flatMap((each) => each.split(','));
  const names = events.map((each) => each.trim().toLowerCase());
  const name = id ?? envid;
  const form = returned ?? ret;
  return {
    ...(name ? { envelopeId: String(name) } : {}),
    ...(names.length > 0 && { notify: String(names) === 'never' ? 'never' : names }),
    ...(form ? { return: returns[String(form).toUpperCase()] ?? form } : {}),
  };
}

/** The losses of `dsn` and REQUIRETLS: services other than SMTP have neither. */
export function deliveryLosses(given: GivenMail, provider: string): LossyMapping[] {
  const { dsn, requireTLSExtensionEnabled } = given;
  const losses: LossyMapping[] = [];
  if (dsn && provider !== 'smtp')
    losses.push({ field: 'dsn', action: 'dropped', detail: 'only SMTP has reports of delivery' });
  else if (dsn?.recipient || dsn?.orcpt)
    losses.push({
      field: 'dsn.recipient',
      action: 'dropped',
      detail: 'reports name each recipient as it was given',
    });
  if (requireTLSExtensionEnabled && provider !== 'smtp')
    losses.push({
      field: 'requireTLSExtensionEnabled',
      action: 'dropped',
      detail: 'only SMTP has REQUIRETLS',
    });
  return losses;
}
