import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startScriptedService } from '../../../packages/email/test/light/scripted-service.ts';
import { standIns } from '../../../packages/email/test/light/stand-ins.ts';
import { toJson } from './records.ts';

interface Hosted {
  readonly url: string;
  readonly state: () => unknown;
  readonly close: () => unknown;
}

interface Host {
  readonly url: string;
  /** A page with this program. */
  servePage(program: string): void;
  close(): Promise<void>;
}

async function start(name: string, given: unknown): Promise<Hosted> {
  if (name === 'scripted') {
    const { received, ...service } = await startScriptedService(given as never);
    return { ...service, state: received };
  }
  const service = await standIns[name]?.();
  if (service === undefined) throw new Error(`${name} has no stand-in.`);
  const { close, ...rest } = service;
  return { ...rest, close, state: () => service.mails };
}

/** Starts and stops stand-ins for a program in another runtime, and shows it what they recorded. */
export async function startHost(): Promise<Host> {
  const hosted: Hosted[] = [];
  let page = '';

  const perform = async (action: string, target: string, given: unknown): Promise<unknown> => {
    if (action === 'start') {
      const { state, close, ...service } = await start(target, given);
      hosted.push({ ...service, state, close });
      const { mails: _, ...plain } = service as { mails?: unknown };
      return JSON.parse(JSON.stringify({ ...plain, id: hosted.length - 1 }));
    }
    const { state, close } = hosted[Number(target)] as Hosted;
    return action === 'state' ? state() : void (await close());
  };
  const show = (response: ServerResponse, type: string, body: string) =>
    response.setHeader('content-type', type).end(body);
  const server = createServer(async (request, response) => {
    const [, action = '', target = ''] = (request.url ?? '').split('/');
    if (action === 'page') return show(response, 'text/html', '<script src="/program.js"></script>');
    if (action === 'program.js') return show(response, 'text/javascript', page);
    if (request.method !== 'POST') return response.writeHead(404).end();
    const result = await perform(action, target, await json(request));
    return show(response, 'application/json', JSON.stringify(toJson(result ?? null)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    servePage: (program) => {
      page = program;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all(hosted.map(({ close }) => close()));
    },
  };
}
