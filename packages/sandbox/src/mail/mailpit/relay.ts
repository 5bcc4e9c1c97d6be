/** The server that takes released mail. */
export type Relay = ReturnType<typeof parseRelay>;

/**
 * Reads the URL of a relay: `smtp://127.0.0.1:2525`, with `user:password@` for a login.
 *
 * @throws {TypeError} for another protocol, and for a host that is not this machine
 */
export function parseRelay(url: string) {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'smtp:' || parsed.hostname === '' || !/^\/?$/.test(parsed.pathname))
    throw new TypeError('The relay must be a URL like smtp://127.0.0.1:2525.');
  const { hostname, port, username, password } = parsed;
  // Names other than `localhost` would need a DNS server, which is another machine.
  if (!/^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/i.test(hostname))
    throw new TypeError(
      `The relay must be on this machine (localhost, 127.0.0.1 or [::1]), not ${hostname}.`,
    );
  return {
    host: hostname.toLowerCase() === 'localhost' ? '127.0.0.1' : hostname.replace(/[[\]]/g, ''),
    port: port === '' ? 25 : Number(port),
    auth:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  };
}

/**
 * Sends the bytes of a message. A recipient that the server refuses is left out, as by Mailpit.
 *
 * @throws the error of nodemailer, also if the server refuses all recipients
 */
export async function sendToRelay(
  { host, port, auth }: Relay,
  envelope: { readonly from: string; readonly to: readonly string[] },
  raw: Uint8Array,
): Promise<void> {
  // Loaded here, because most sandboxes have no relay.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...{ host, port, ignoreTLS: true }, // plain text stays on this machine
    ...(auth && { auth }),
    ...{ connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 },
  });
  try {
    await transport.sendMail({
      envelope: { from: envelope.from, to: [...envelope.to] },
      raw: Buffer.from(raw),
    });
  } finally {
    transport.close();
  }
}
