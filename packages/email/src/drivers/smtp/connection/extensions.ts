/** The extensions in a server's reply to EHLO: keywords in upper case, each with its parameters. */
export type SmtpExtensions = ReadonlyMap<string, string>;

/** Reads the lines after the greeting (RFC 5321, section 4.1.1.1). Some servers write `AUTH=LOGIN`. */
export function readExtensions(reply: string): SmtpExtensions {
  const lines = reply.split(/\r?\n/).slice(1);
  return new Map(
    lines.map((line) => {
      const [, keyword = '', parameters = ''] = /^\d{3}[ -]([\w-]+)(?:[^\w-](.*))?$/.exec(line) ?? [];
      return [keyword.toUpperCase(), parameters.trim()];
    }),
  );
}
