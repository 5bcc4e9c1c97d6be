import type { MessageSummary } from '../../page/inbox-routes.ts';
import type { RequestSummary } from '../../page/request-routes.ts';
import { defineCommand } from '../command.ts';
import { findSandbox, type SandboxClient, urlOption } from '../sandbox-client.ts';
import { lineOf } from './mail.ts';

interface Line {
  readonly key: string;
  readonly at: string;
  readonly text: string;
  readonly json: unknown;
}

/** `sandbox logs -f`: requests and mail as lines. */
export const logs = defineCommand({
  name: 'logs',
  summary: 'print the HTTP requests and the mail of all services',
  details: 'With --json, each line is a JSON object with a request or a mail.',
  options: {
    follow: { type: 'boolean', short: 'f', help: 'print new ones as they come, until Ctrl+C' },
    ...urlOption,
  },
  async run(invocation) {
    const { options, signal, stdout } = invocation;
    const client = await findSandbox(options, signal);
    let printed: ReadonlySet<string> = new Set();
    const printNew = async (): Promise<void> => {
      const lines = await readLines(client);
      for (const { text, json } of lines.filter((line) => !printed.has(line.key)))
        stdout.write(`${options.json ? JSON.stringify(json) : text}\n`);
      printed = new Set(lines.map(({ key }) => key));
    };
    await printNew();
    if (!options.follow) return;
    try {
      for await (const view of client.changes())
        if (['open', 'inbox', 'requests'].includes(view)) await printNew();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
});

/** All that is kept, oldest first. */
async function readLines(client: SandboxClient): Promise<readonly Line[]> {
  const { requests } = await client.get<{ readonly requests: readonly RequestSummary[] }>('/api/requests');
  const { messages } = await client
    .get<{ readonly messages: readonly MessageSummary[] }>('/api/messages?limit=500')
    .catch(() => ({ messages: [] })); // the mail service may be disabled
  const lines = [
    ...requests.map((request) => ({
      key: request.id,
      at: request.at,
      text: renderRequest(request),
      json: { request },
    })),
    ...messages.map((mail) => ({
      key: `mail ${mail.id}`,
      at: mail.receivedAt,
      text: lineOf(mail),
      json: { mail },
    })),
  ];
  return lines.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

function renderRequest(request: RequestSummary): string {
  const { at, id, service, method, target, status, durationMs, client, faultId } = request;
  const outcome = status === 0 ? 'no response' : String(status);
  const notes = [client, faultId && `fault ${faultId}`].filter(Boolean).map((note) => `  ${note}`);
  return `${at}  ${id}  ${service} ${method} ${target}: ${outcome} in ${durationMs} ms${notes.join('')}`;
}
