import type { SandboxHandler } from '../../http/exchange.ts';

/** Serves each handler below its name: `/resend/emails` is `/emails` of `resend`. */
export function mount(handlers: ReadonlyMap<string, SandboxHandler>): SandboxHandler {
  return (request) => {
    const [, name = '', ...rest] = request.path.split('/');
    const handler = handlers.get(name);
    if (handler !== undefined) return handler({ ...request, path: `/${rest.join('/')}` });
    const services = [...handlers.keys()].map((each) => `/${each}`).join(', ');
    return { status: 404, json: { error: `No mail service at ${request.path}. There are: ${services}.` } };
  };
}
