/** The status, with its class as colour; a connection that was cut has none. */
export function Status({ status }: { status: number }) {
  const kind = status === 0 ? 'cut' : status < 400 ? 'good' : 'bad';
  return <span class={`status ${kind}`}>{status === 0 ? 'cut' : status}</span>;
}
