import nodemailer from 'nodemailer';
import { Agent, fetch } from 'undici';
import { type Child, startChild } from '../child.ts';
import type { Progress, Section } from '../report.ts';
import { median } from '../statistics.ts';
import type { Ports } from './server.ts';

const html = '<p>Hello Bob, this is a mail of an ordinary size.</p>\r\n'.repeat(20);
const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html, text: 'Hello' };

type Send = () => Promise<unknown>;

/** Sends to a server, over connections that stay open. */
const ways: Readonly<Record<string, (ports: Ports) => Send>> = {
  HTTP: ({ http }) => {
    const dispatcher = new Agent({ connections: 8 });
    const headers = { authorization: 'Bearer re_any', 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(mail), dispatcher };
    return async () => {
      const response = await fetch(`http://127.0.0.1:${http}/resend/emails`, init);
      await response.json();
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    };
  },
  SMTP: ({ smtp }) => {
    const options = { host: '127.0.0.1', port: smtp, pool: true, maxConnections: 8, maxMessages: 1e9 };
    const relay = nodemailer.createTransport({ ...options, ignoreTLS: true });
    return () => relay.sendMail(mail);
  },
};

/** CPU time of a server for a mail, as mails of the sandbox to one of a bare server. */
export async function measureSandbox(
  progress: Progress,
  { rounds = 15, count = 300 } = {},
): Promise<Section> {
  await using workers = new AsyncDisposableStack();
  const rows: string[][] = [];
  const data: Record<string, readonly number[]> = {};
  const servers = new Map<string, Child<unknown>>();
  for (const name of ['bare', 'sandbox'])
    servers.set(name, workers.use(await startChild<unknown>('sandbox/server.ts', { args: [name] })));
  for (const [way, open] of Object.entries(ways)) {
    const costs = new Map<string, number[]>();
    const sends = new Map([...servers].map(([name, { first }]) => [name, open(first as Ports)] as const));
    for (const send of sends.values()) await act(send, count * 4); // to compile
    for (let round = 1; round <= rounds; round += 1)
      for (const [name, server] of servers) {
        progress(`sandbox: ${way}, round ${round} of ${rounds}`);
        const before = (await server.ask('cpu')) as number;
        await act(sends.get(name) ?? (async () => {}), count);
        const cost = ((await server.ask('cpu')) as number) - before;
        costs.set(name, [...(costs.get(name) ?? []), cost / count]);
      }
    const [bare, own] = ['bare', 'sandbox'].map((name) => median(costs.get(name) ?? [])) as [number, number];
    rows.push([way, (bare / own).toFixed(2), `${bare.toFixed(0)} µs`, `${own.toFixed(0)} µs`]);
    for (const [name, values] of costs) data[`${way} ${name}`] = values;
  }
  return {
    title: 'The sandbox: mails for the CPU time of one mail of a bare server',
    columns: ['over', 'ratio', 'bare server', 'sandbox'],
    rows,
    data,
  };
}

/** Eight at a time. */
async function act(send: Send, count: number): Promise<void> {
  let left = count;
  const work = async () => {
    while (left-- > 0) await send();
  };
  await Promise.all(Array.from({ length: 8 }, work));
}
