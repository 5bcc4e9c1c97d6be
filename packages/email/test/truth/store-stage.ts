// Services that store templates, contacts and webhooks: each request has a drawn ending.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMailjet } from '../mailjet/stand-in.ts';
import { startResend } from '../resend/stand-in.ts';
import { startSendGrid } from '../sendgrid/stand-in.ts';
import { accepting, type Fate, failures, type Moment } from './stage.ts';

export type StoreName = 'resend' | 'mailjet' | 'sendgrid';

/** A story of one call: the ending of each of its requests, counted from 0. */
export interface StoreScript {
  fateOf(nth: number): Fate;
  on?(moment: Moment, nth: number): void;
}

/** `POST` to one of these creates an object; the rest of the paths changes one. */
const collections =
  /^\/(?:templates|contacts|v3\/templates|v3\/REST\/(?:template|contact|eventcallbackurl))$/;

export class StoreStage {
  url = '';
  #script: StoreScript = { fateOf: () => accepting };
  #nth = 0;
  #active = 0;
  /** The objects that this story created, and that exist. */
  readonly held = new Set<string>();
  /** All that this story created. */
  readonly created = new Set<string>();
  /** How many requests of this story changed something. */
  writes = 0;
  #services: Readonly<Record<StoreName, { readonly url: string; close(): Promise<void> }>> | undefined;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<void> {
    this.#services = {
      resend: await startResend(),
      mailjet: await startMailjet(),
      sendgrid: await startSendGrid(),
    };
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    for (const service of Object.values(this.#services ?? {})) await service.close();
  }

  play(script: StoreScript): void {
    this.#script = script;
    this.#nth = 0;
    this.writes = 0;
    this.held.clear();
    this.created.clear();
  }

  /** From now on the services accept everything. */
  heal(): void {
    this.#script = { fateOf: () => accepting };
  }

  /** Waits for requests whose caller no longer does. */
  async settled(): Promise<void> {
    do await sleep(3);
    while (this.#active > 0);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#active += 1;
    try {
      await this.#answer(request, response);
    } catch {
      request.socket.destroy();
    } finally {
      this.#active -= 1;
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const nth = this.#nth;
    this.#nth += 1;
    const script = this.#script;
    const fate = script.fateOf(nth);
    script.on?.('before', nth);
    const answer = fate.acts ? await this.#act(request, body) : undefined;
    script.on?.('acted', nth);
    response.on('finish', () => script.on?.('answered', nth));
    const json = { 'content-type': 'application/json' };
    if (fate.reply === 'reset' || fate.reply === 'hang') response.socket?.resetAndDestroy();
    else if (fate.reply === 'garbage')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
    else if (fate.reply !== 'accept') {
      const [status, headers = {}] = failures[fate.reply];
      response.writeHead(status, { ...json, ...headers }).end('{}');
    } else response.writeHead(answer?.status ?? 500, json).end(answer?.content);
  }

  /** Passes a request on, and records what it created or deleted. */
  async #act(request: IncomingMessage, body: string) {
    const [, service = '', path = ''] = /^\/(\w+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
    const { method = 'GET' } = request;
    const given = await fetch(`${this.#services?.[service as StoreName].url}${path}`, {
      method,
      headers: { authorization, 'content-type': type },
      ...(body === '' ? {} : { body }),
    });
    const content = await given.text();
    if (given.ok && method !== 'GET') this.#record(method, path, content);
    return { status: given.status, content };
  }

  #record(method: string, path: string, content: string): void {
    this.writes += 1;
    const [, id = ''] = /"id":\s*"?([\w-]+)/i.exec(content) ?? [];
    if (method === 'POST' && collections.test(path)) {
      this.held.add(id);
      this.created.add(id);
    }
    if (method === 'DELETE') this.held.delete(path.split('/').at(-1) ?? '');
  }
}
