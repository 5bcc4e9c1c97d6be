interface Mail {
  readonly To: readonly { readonly Address: string }[];
}
interface Request {
  readonly status: number;
}

/** What the mail service saw, in one line. */
export async function readService(): Promise<string> {
  const read = async (path: string) => (await fetch(`${process.env['SANDBOX_URL']}${path}`)).json();
  const { messages } = (await read('api/v1/messages?limit=1000')) as { messages: readonly Mail[] };
  const { requests } = (await read('api/requests')) as { requests: readonly Request[] };
  const readers = new Set(messages.flatMap(({ To }) => To.map(({ Address }) => Address)));
  const refused = requests.filter(({ status }) => status === 429);
  return `${messages.length} mails to ${readers.size} readers, ${refused.length} requests above the limit.`;
}
