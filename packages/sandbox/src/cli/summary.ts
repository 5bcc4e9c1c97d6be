import { isIPv6 } from 'node:net';
import type { SandboxDescription } from '../description.ts';

/** A description with the page, if there is one. */
export type DescribedSandbox = SandboxDescription & {
  readonly page?: { readonly url: string; readonly token?: string | undefined } | undefined;
};

/** The address for a browser, which keeps the token of it in a cookie. */
export function browserUrlOf({
  url,
  token,
}: {
  readonly url: string;
  readonly token?: string | undefined;
}): string {
  return token === undefined ? url : `${url}?token=${token}`;
}

/** Lines for a shell to evaluate. */
export function renderEnv(env: Readonly<Record<string, string>>): string {
  return Object.entries(env)
    .map(([name, value]) => `export ${name}=${quote(value)}\n`)
    .join('');
}

const inUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** The addresses, one a line. */
export function renderAddresses({ page, mail, routing, realtime, tls }: DescribedSandbox): string {
  const rows: readonly (readonly [part: string, address: string, note: string] | undefined)[] = [
    page && ['Page', browserUrlOf(page), 'open it in a browser'],
    ...Object.entries(mail?.services ?? {}).map(
      ([name, { url }], at) => [at === 0 ? 'Mail' : '', url, `${name}'s API`] as const,
    ),
    mail && ['', `smtp://${inUrl(mail.smtp.host)}:${mail.smtp.port}`, `user ${mail.smtp.user}`],
    mail?.pop3 && ['', `pop3://${inUrl(mail.pop3.host)}:${mail.pop3.port}`, `user ${mail.pop3.user}`],
    mail?.smtp.tlsPort === undefined
      ? undefined
      : ['', `smtps://${inUrl(mail.smtp.host)}:${mail.smtp.tlsPort}`, 'the same with TLS'],
    routing && ['Routing', routing.url, "Valhalla's API"],
    routing && ['', routing.openrouteserviceUrl, "openrouteservice's API"],
    routing && ['', routing.osrmUrl, "OSRM's API"],
    routing && ['', routing.graphhopperUrl, "GraphHopper's API"],
    tls && ['TLS', tls.file, 'the certificate to trust'],
    realtime && ['Realtime', realtime.url, `Pusher protocol, app ${realtime.app.id}`],
  ];
  const shown = rows.filter((row) => row !== undefined);
  const width = Math.max(...shown.map(([, address]) => address.length));
  return shown
    .map(([part, address, note]) => `  ${part.padEnd(10)}${address.padEnd(width + 3)}${note}\n`)
    .join('');
}

/** The text after the start. */
export function renderSummary(sandbox: DescribedSandbox, stop: string): string {
  const env = renderEnv(sandbox.env).replaceAll(/^/gm, '  ').trimEnd();
  return `
The sandbox is running. It makes no connections to other machines.

${renderAddresses(sandbox)}
${renderLimits(sandbox)}Environment for your programs:

${env}

To run one program with it: sandbox exec -- node app.mts
To stop the sandbox: ${stop}
`;
}

function renderLimits({ mail }: DescribedSandbox): string {
  if (mail === undefined) return '';
  const { maxMessages, maxBytes, rateLimit } = mail.limits;
  const mebibytes = Math.round(maxBytes / 2 ** 20);
  const kept = `the newest ${maxMessages.toLocaleString('en')} mails in ${mebibytes} MiB`;
  const limit =
    rateLimit === undefined
      ? "60,000 requests a minute at Plunk's API, none at the others"
      : rateLimit === false
        ? 'no limit of requests'
        : `${rateLimit.limit} requests in ${rateLimit.windowMs / 1000} s at each service`;
  return `Limits: ${kept}; ${limit}.\n\n`;
}

// POSIX shells take everything literally between single quotes.
function quote(value: string): string {
  return /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
