import type { Sandbox } from '../sandbox.ts';

/** Lines for a shell to evaluate. */
export function renderEnv({ env }: Pick<Sandbox, 'env'>): string {
  return Object.entries(env)
    .map(([name, value]) => `export ${name}=${quote(value)}\n`)
    .join('');
}

/** One line of JSON, for programs. */
export function renderJson(sandbox: Sandbox): string {
  const { mail, routing, realtime, page, tilesDirectory, env } = sandbox;
  const parts = {
    page: page && { url: page.url },
    mail: mail && {
      apiUrl: mail.apiUrl,
      apiKey: mail.apiKey,
      publicKey: mail.publicKey,
      smtp: mail.smtp,
      services: mail.services,
    },
    routing: routing && {
      url: routing.url,
      openrouteserviceUrl: routing.openrouteserviceUrl,
      osrmUrl: routing.osrmUrl,
      apiKey: routing.apiKey,
      tilesDirectory,
    },
    realtime: realtime && { url: realtime.url, host: realtime.host, port: realtime.port, app: realtime.app },
    env,
  };
  return `${JSON.stringify(parts)}\n`;
}

/** The text after the start. */
export function renderSummary(sandbox: Sandbox): string {
  const { mail, routing, realtime, page } = sandbox;
  const rows: readonly (readonly [part: string, address: string, note: string] | undefined)[] = [
    page && ['Page', page.url, 'open it in a browser'],
    ...Object.entries(mail?.services ?? {}).map(
      ([name, { url }], at) => [at === 0 ? 'Mail' : '', url, `${name}'s API`] as const,
    ),
    mail && ['', `smtp://${mail.smtp.host}:${mail.smtp.port}`, `user ${mail.smtp.user}`],
    routing && ['Routing', routing.url, "Valhalla's API"],
    routing && ['', routing.openrouteserviceUrl, "openrouteservice's API"],
    routing && ['', routing.osrmUrl, "OSRM's API"],
    realtime && ['Realtime', realtime.url, `Pusher protocol, app ${realtime.app.id}`],
  ];
  const shown = rows.filter((row) => row !== undefined);
  const width = Math.max(...shown.map(([, address]) => address.length));
  const table = shown.map(
    ([part, address, note]) => `  ${part.padEnd(10)}${address.padEnd(width + 3)}${note}\n`,
  );
  const env = renderEnv(sandbox).replaceAll(/^/gm, '  ').trimEnd();
  return `
The sandbox is running. It makes no connections to other machines.

${table.join('')}
Environment for your programs:

${env}

To run one program with it: sandbox exec -- node app.ts
To stop the sandbox: Ctrl+C
`;
}

// POSIX shells take everything literally between single quotes.
function quote(value: string): string {
  return /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
