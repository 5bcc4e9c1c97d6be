import type { SandboxHandler } from '../../http/exchange.ts';

/** Headers of one service alone, whose clients may drop the path of their base URL: postmarker for Python. */
const ownHeaders = new Map([
  ['x-postmark-server-token', 'postmark'],
  ['x-postmark-account-token', 'postmark'],
]);

/** Serves each handler below its name: `/resend/emails` is `/emails` of `resend`. */
export function mount(handlers: ReadonlyMap<string, SandboxHandler>): SandboxHandler {
  return (request) => {
    const [, name = '', ...rest] = request.path.split('/');
    const handler = handlers.get(name);
    // A base URL with a slash at its end, of a client that appends `/emails`.
    if (rest.length > 1 && rest[0] === '') rest.shift();
    if (handler !== undefined) return handler({ ...request, path: `/${rest.join('/')}` });
    const [, owner = ''] = [...ownHeaders].find(([header]) => request.headers[header] !== undefined) ?? [];
    const own = handlers.get(owner);
    if (own !== undefined) return own(request);
    const services = [...handlers.keys()].map((each) => `/${each}`).join(', ');
    return { status: 404, json: { error: `No mail service at ${request.path}. There are: ${services}.` } };
  };
}
