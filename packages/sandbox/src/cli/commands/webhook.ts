import type { MailWebhookTarget } from '../../mail/events/targets.ts';
import type { ShownAttempt } from '../../page/webhook-routes.ts';
import { defineCommand, type Invocation, print } from '../command.ts';
import { findSandbox, type SandboxClient, urlOption } from '../sandbox-client.ts';
import { UsageError } from '../usage-error.ts';

/** `sandbox webhook listen --forward-to http://127.0.0.1:3000/hook`. */
export const webhookListen = defineCommand({
  name: 'webhook listen',
  summary: 'send the webhooks of mail to a URL, and print each answer',
  details: 'Until Ctrl+C. The URL is on this machine. The secrets are those of `sandbox env`.',
  options: {
    'forward-to': { type: 'string', value: '<url>', help: 'the program that gets the webhooks' },
    service: { type: 'string', value: '<name>', help: 'only those of this service: resend (all)' },
    ...urlOption,
  },
  async run(invocation) {
    const { options, signal, stdout } = invocation;
    const { 'forward-to': url, service } = options;
    if (url === undefined)
      throw new UsageError('The URL is missing. Use: --forward-to http://127.0.0.1:3000/hook');
    const client = await findSandbox(options, signal);
    let last = (await readAttempts(client)).at(-1)?.id;
    const wish = { url, ...(service !== undefined && { service }) };
    const { targets } = await client.send<Targets>('POST', '/api/webhooks', wish);
    const printNew = async (): Promise<void> => {
      const attempts = await readAttempts(client, last);
      last = attempts.at(-1)?.id ?? last;
      for (const attempt of attempts.filter((each) => each.url === url))
        stdout.write(`${options.json ? JSON.stringify(attempt) : lineOf(attempt)}\n`);
    };
    if (!options.json) stdout.write(`The webhooks of ${service ?? 'all services'} go to ${url}\n`);
    try {
      for await (const view of client.changes()) if (['open', 'webhooks'].includes(view)) await printNew();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await removeTargets(options, targets);
    }
  },
});

export const webhookResend = defineCommand({
  name: 'webhook resend',
  usage: '<id>',
  summary: 'send a webhook again',
  minArgs: 1,
  options: urlOption,
  async run(invocation) {
    const [id = ''] = invocation.args;
    const client = await findSandbox(invocation.options, invocation.signal);
    const path = `/api/webhooks/attempts/${encodeURIComponent(id)}/resend`;
    const found = await client.send<{ readonly attempt: ShownAttempt }>('POST', path);
    print(invocation, found, `${lineOf(found.attempt)}\n`);
    return exitCode([found.attempt]);
  },
});

/** `sandbox webhook trigger bounced --service resend`. */
export const webhookTrigger = defineCommand({
  name: 'webhook trigger',
  usage: '<event>',
  summary: 'make an event of mail happen, and send its webhooks',
  details:
    'Events: deferred, delivered, bounced, complained, opened, clicked, unsubscribed.\n' +
    'Without --message, they are of a message that is made up.',
  minArgs: 1,
  options: {
    message: { type: 'string', value: '<id>', help: 'a message of the mailbox' },
    recipient: { type: 'string', value: '<address>', help: 'the recipient' },
    service: { type: 'string', value: '<name>', help: 'the service (each with a target)' },
    ...urlOption,
  },
  async run(invocation) {
    const { options, args, signal } = invocation;
    const { message, recipient, service } = options;
    const client = await findSandbox(options, signal);
    const found = await client.send<Attempts>('POST', '/api/webhooks/trigger', {
      event: args[0],
      ...(message !== undefined && { message }),
      ...(recipient !== undefined && { recipient }),
      ...(service !== undefined && { service }),
    });
    const lines = found.attempts.map((attempt) => `${lineOf(attempt)}\n`).join('');
    print(invocation, found, lines || 'The event happened. No target wants it, or a fault delays it.\n');
    return exitCode(found.attempts);
  },
});

interface Targets {
  readonly targets: readonly MailWebhookTarget[];
}

interface Attempts {
  readonly attempts: readonly ShownAttempt[];
}

async function readAttempts(client: SandboxClient, after = ''): Promise<readonly ShownAttempt[]> {
  const path = `/api/webhooks/attempts?after=${encodeURIComponent(after)}`;
  return (await client.get<Attempts>(path)).attempts;
}

const removalMs = 3_000;

/** After Ctrl+C, so with a signal of its own. A sandbox that has ended has no targets. */
async function removeTargets(
  options: Invocation<typeof urlOption>['options'],
  targets: Targets['targets'],
): Promise<void> {
  try {
    const client = await findSandbox(options, AbortSignal.timeout(removalMs));
    await Promise.allSettled(
      targets.map(({ id }) => client.send('DELETE', `/api/webhooks/${encodeURIComponent(id)}`)),
    );
  } catch {}
}

/** 0 where every target took it. */
function exitCode(attempts: readonly ShownAttempt[]): number {
  return attempts.every(({ status }) => status !== undefined && status < 300) ? 0 : 1;
}

function lineOf({ at, id, service, events, attempt, status, problem, durationMs }: ShownAttempt): string {
  const what = events.map(({ kind, recipient }) => `${kind} ${recipient}`).join(', ') || 'confirmation';
  const again = attempt === 1 ? '' : `, attempt ${attempt}`;
  return `${at}  ${id}  ${service} ${what}: ${status ?? problem} in ${durationMs} ms${again}`;
}
