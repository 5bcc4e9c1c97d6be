import { ConfigurationError } from '@org/core';

export function refuse(message: string): ConfigurationError {
  return new ConfigurationError({ message: `smtp(): ${message}.`, provider: 'smtp', outcome: 'not-sent' });
}

export function isHostName(host: unknown): host is string {
  // A colon belongs to an IPv6 address only; elsewhere it begins a port.
  return typeof host === 'string' && /^(?:[A-Za-z0-9._-]{1,255}|[\da-f]*:[\da-f:.]*:[\da-f.]*)$/i.test(host);
}

/** `[::1]`, as in a URL, is `::1`. */
export function withoutBrackets<Host>(host: Host): Host | string {
  return typeof host === 'string' ? host.replace(/^\[([\da-f:.]+)\]$/i, '$1') : host;
}

export function isUserName(user: unknown): user is string {
  return typeof user === 'string' && user.trim() !== '' && !/[^ -~\xa0-\uffff]/.test(user);
}

// Node accepts any other text and then trusts no certificate.
export function isPem(text: unknown): boolean {
  return typeof text === 'string' && text.includes('-----BEGIN ');
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost\.?|(?:[a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/i.test(host);
}
