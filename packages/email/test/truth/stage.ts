// Mail services on loopback that end each request as drawn, and record the mails that they accepted.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { readRequest, type ServiceName, type WireRequest } from './wires.ts';

/** The ending of one request; with `acts` the service has accepted its mails before. */
export interface Fate {
  readonly acts: boolean;
  readonly reply: 'accept' | 'garbage' | 'reset' | 'hang' | keyof typeof failures;
  /** The message of a batch that the service refuses. */
  readonly refuses: number | undefined;
}

export const failures = {
  refuse: [422],
  forbid: [401],
  throttle: [429],
  throttleShort: [429, { 'retry-after': '0' }],
  // Longer than the clients of this stage wait.
  throttleLong: [429, { 'retry-after': '2' }],
  busy: [503, { 'retry-after': '0' }],
  unavailable: [503],
  fail: [500],
} as const;

export const accepting: Fate = { acts: true, reply: 'accept', refuses: undefined };

const refusal = fc.record<Fate>({
  acts: fc.constant(false),
  reply: fc.constantFrom('refuse', 'forbid', 'throttle', 'throttleShort', 'throttleLong', 'busy'),
  refuses: fc.constant(undefined),
});
const doubt = fc.record<Fate>({
  acts: fc.boolean(),
  reply: fc.constantFrom('unavailable', 'fail', 'reset', 'garbage'),
  refuses: fc.constant(undefined),
});
const acceptance = fc.record<Fate>({
  acts: fc.constant(true),
  reply: fc.constant('accept'),
  refuses: fc.option(fc.nat({ max: 2 }), { nil: undefined, freq: 3 }),
});
export const fate: fc.Arbitrary<Fate> = fc.oneof(
  { weight: 4, arbitrary: acceptance },
  { weight: 5, arbitrary: refusal },
  { weight: 6, arbitrary: doubt },
);
/** The endings of the requests to one recipient, in turn; the last one stays. */
export const fates = fc.array(fate, { minLength: 1, maxLength: 3 });

/** When a request aborts the call: before or after the service acts, or after its response. */
export type Moment = 'before' | 'acted' | 'answered';
export const moment: fc.Arbitrary<Moment> = fc.constantFrom('before', 'acted', 'answered');

/** What a stage does with the requests of one story. */
export interface Script {
  /** The ending of a request: `nth` counts those to its first recipient, from 0, for each service. */
  fateOf(recipient: string, nth: number, service: ServiceName): Fate;
  on?(moment: Moment, recipient: string, service: ServiceName): void;
}

export const scriptOf = (choices: readonly (readonly Fate[])[]): Script['fateOf'] => {
  return (recipient, nth) => {
    const choice = choices[Number.parseInt(recipient, 10) % choices.length] ?? [];
    return choice[nth] ?? choice.at(-1) ?? accepting;
  };
};

/** The first answer to an idempotency key. */
interface KnownKey {
  readonly body: string;
  readonly hasActed: boolean;
  readonly status: number;
  readonly refuses: number | undefined;
}

export class Stage {
  url = '';
  script: Script = { fateOf: () => accepting };
  /** The services that accepted a mail to each recipient. */
  readonly #mails = new Map<string, ServiceName[]>();
  readonly #requests = new Map<string, number>();
  readonly #keys = new Map<string, KnownKey>();
  readonly asked: { readonly service: ServiceName; readonly recipients: readonly string[] }[] = [];
  #active = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  async start(): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** A new story: nothing is accepted, and no key is known. */
  play(script: Script): void {
    this.script = script;
    for (const each of [this.#mails, this.#requests, this.#keys]) each.clear();
    this.asked.length = 0;
  }

  /** From now on the services accept everything. */
  heal(): void {
    this.script = { fateOf: () => accepting };
  }

  /** How many mails to a recipient the services accepted. */
  readonly mailsTo = (recipient: string): number => this.servicesOf(recipient).length;

  /** The service of each of these mails. */
  servicesOf(recipient: string): readonly ServiceName[] {
    return this.#mails.get(recipient) ?? [];
  }

  /** Waits for requests whose caller no longer does. */
  async settled(): Promise<void> {
    do await sleep(3);
    while (this.#active > 0);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#active += 1;
    try {
      const body = await text(request);
      const wire = readRequest(request.url ?? '', request.headers, body);
      await this.#answer(wire, body, response);
    } catch {
      request.socket.destroy();
    } finally {
      this.#active -= 1;
    }
  }

  async #answer(wire: WireRequest, body: string, response: ServerResponse): Promise<void> {
    const { service, messages } = wire;
    const recipients = messages.flat();
    const [first = ''] = recipients;
    this.asked.push({ service, recipients });
    const asked = `${service} ${first}`;
    const nth = this.#requests.get(asked) ?? 0;
    this.#requests.set(asked, nth + 1);
    const { script } = this;
    const fate = script.fateOf(first, nth, service);
    script.on?.('before', first, service);
    const known = this.#act(wire, body, fate);
    script.on?.('acted', first, service);
    response.on('finish', () => script.on?.('answered', first, service));
    if (fate.reply === 'hang') return;
    if (fate.reply === 'reset') {
      response.socket?.resetAndDestroy();
      return;
    }
    if (fate.reply === 'garbage') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
      return;
    }
    const json = { 'content-type': 'application/json' };
    if (fate.reply !== 'accept') {
      const [status, headers = {}] = failures[fate.reply];
      response.writeHead(status, { ...json, ...headers }).end('{}');
      return;
    }
    const [status, answer] =
      known === undefined || known.body === body
        ? wire.accept(known === undefined ? fate.refuses : known.refuses, known?.status)
        : wire.otherBody();
    response.writeHead(status, answer === undefined ? {} : json).end(JSON.stringify(answer));
  }

  /** Accepts the mails of a request once for each key; resolves with what the key was before. */
  #act(wire: WireRequest, body: string, { acts, reply, refuses }: Fate): KnownKey | undefined {
    const { service, messages } = wire;
    const key = wire.key === undefined ? undefined : `${service} ${wire.key}`;
    const known = key === undefined ? undefined : this.#keys.get(key);
    if (known?.hasActed || (known !== undefined && !wire.releasesKeys)) return known;
    const status = reply === 'fail' || reply === 'unavailable' ? failures[reply][0] : 200;
    const isKept = acts || (status !== 200 && !wire.releasesKeys);
    if (key !== undefined && isKept) this.#keys.set(key, { body, hasActed: acts, status, refuses });
    if (acts)
      for (const [place, recipients] of messages.entries())
        if (!wire.refuses(refuses, place))
          for (const each of recipients) this.#mails.set(each, [...(this.#mails.get(each) ?? []), service]);
    return undefined;
  }
}
