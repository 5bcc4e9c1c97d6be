/** The error that has the code. */
export interface CodedError {
  readonly code: string;
  readonly syscall: unknown;
  readonly error: object;
}

/** A proxy that opened no way to the service: nothing has reached it. */
export interface ProxyRefusal {
  readonly code: string;
  /** The proxy's own answer, where it gave one. */
  readonly status: number | undefined;
}

export function findProxyRefusal({ code, error }: CodedError): ProxyRefusal | undefined {
  if (code === 'ERR_PROXY_TUNNEL') return { code, status: toStatus(Reflect.get(error, 'statusCode')) };
  if (code === 'UND_ERR_PRX_CONN') return { code, status: undefined };
  if (code !== 'UND_ERR_ABORTED') return undefined;
  // Undici says it in words alone. Other words would be taken for a connection that was cut: the careful side.
  const words = /^Proxy response \((\d{3})\)/.exec(String(Reflect.get(error, 'message')));
  return words === null ? undefined : { code, status: toStatus(Number(words[1])) };
}

export function proxyMessage({ code, status }: ProxyRefusal): string {
  const why = status === undefined ? code : `${code}, status ${status}`;
  const check = status === 407 ? 'its user and password' : 'its address and its rules';
  return `The proxy opened no way to the service (${why}). Check ${check}.`;
}

function toStatus(status: unknown): number | undefined {
  return typeof status === 'number' && status >= 100 && status <= 599 ? status : undefined;
}
