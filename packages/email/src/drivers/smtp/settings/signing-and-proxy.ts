import { credentialFrom, fromEnv } from '@org/core';
import { isHostName, isPem, isUserName, refuse } from './checks.ts';
import type { SmtpProxy } from './code.ts';
import type { SmtpDkimOptions, SmtpProxyOptions } from './options.ts';

const label = /^(?!-)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/i;

/** @throws ConfigurationError */
export function readDkim(dkim: SmtpDkimOptions): SmtpDkimOptions {
  const { domain, selector, privateKey } = dkim;
  if (typeof domain !== 'string' || !label.test(domain) || !domain.includes('.'))
    throw refuse("dkim.domain must be a domain name, like 'acme.dev'");
  if (typeof selector !== 'string' || !label.test(selector))
    throw refuse("dkim.selector must be the name of the key in DNS, like 'mail2026'");
  if (typeof privateKey === 'string' && !isPem(privateKey))
    throw refuse('dkim.privateKey must be the key in PEM (-----BEGIN PRIVATE KEY-----), never a path');
  credentialFrom(privateKey, fromEnv('SMTP_DKIM_PRIVATE_KEY'), 'dkim.privateKey');
  return dkim;
}

/** @throws ConfigurationError */
export function readProxy(proxy: string | SmtpProxyOptions): SmtpProxy {
  const given = typeof proxy === 'string' ? { url: proxy } : proxy;
  const { user, password, ca } = given;
  // No error message quotes the URL: it may contain a password.
  const url = URL.canParse(given.url) ? new URL(given.url) : undefined;
  if (url === undefined || !/^(?:https?|socks5h?):$/.test(url.protocol))
    throw refuse('proxy must be a URL with http://, https://, socks5:// or socks5h://');
  if (url.username !== '' || url.password !== '')
    throw refuse('proxy must be a URL without user and password: proxy: { url, user, password }');
  const place = placeOf(url);
  if (!isHostName(place.host) || url.search !== '' || url.hash !== '' || !/^\/?$/.test(url.pathname))
    throw refuse('proxy must be a URL that ends after host and port');
  if (ca !== undefined && ![ca].flat().every(isPem))
    throw refuse('proxy.ca must be a certificate in PEM (-----BEGIN CERTIFICATE-----), or several');
  if (user !== undefined && !isUserName(user)) throw refuse('proxy.user must be a name, in one line');
  if (user === undefined && password !== undefined)
    throw refuse('proxy.password is given, and so proxy.user must be too');
  credentialFrom(password, fromEnv('SMTP_PROXY_PASSWORD'), 'proxy.password');
  return { ...given, place };
}

const defaultPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'socks5:': 1080,
  'socks5h:': 1080,
};

function placeOf({ protocol, hostname, port }: URL): SmtpProxy['place'] {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { protocol, host, port: port === '' ? (defaultPorts[protocol] ?? 0) : Number(port) };
}
