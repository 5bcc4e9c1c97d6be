/** The status, with its class as colour; a connection that was cut has none. */
export function Status({ status }: { status: number }) {
  const kind = status === 0 ? 'cut' : status < 400 ? 'good' : 'bad';
  return <span class={`status ${kind}`}>{status === 0 ? 'cut' : status}</span>;
}

/** `2;wait=150`, as a client of this family reports it, in words. */
export function describeClient(client: string): string {
  const [attempt, wait] = client.split(';wait=');
  if (wait === undefined) return client;
  return `attempt ${attempt}${wait === '0' ? '' : `, waited ${wait} ms for its limiter`}`;
}
