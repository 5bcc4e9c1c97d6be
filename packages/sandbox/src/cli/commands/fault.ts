import type { ActiveFault } from '../../faults/fault.ts';
import { defineCommand, print } from '../command.ts';
import { findSandbox, urlOption } from '../sandbox-client.ts';
import { UsageError } from '../usage-error.ts';

/** `sandbox fault list`: what is in force. */
export const faultList = defineCommand({
  name: 'fault list',
  summary: 'list the faults and limits in force',
  options: urlOption,
  async run(invocation) {
    const client = await findSandbox(invocation.options, invocation.signal);
    const found = await client.get<{ readonly faults: readonly ActiveFault[] }>('/api/faults');
    const lines = found.faults.map(
      ({ id, hits, fault }) => `${id}  ${JSON.stringify(fault)}  hits: ${hits}\n`,
    );
    print(invocation, found, lines.join('') || 'No faults.\n');
  },
});

/** `sandbox fault add --service mail --status 503`. */
export const faultAdd = defineCommand({
  name: 'fault add',
  usage: '[json]',
  summary: 'make the next requests fail',
  details:
    'A fault affects one request, unless --count says otherwise. JSON has all that faults can do:\n' +
    'sandbox fault add \'{"on":"smtp","match":{"command":"rcpt"},"code":550}\'',
  maxArgs: 1,
  options: {
    service: { type: 'string', value: '<name>', help: 'mail, smtp, routing or realtime (any)' },
    status: { type: 'string', value: '<code>', help: 'the status of the response' },
    delay: { type: 'string', value: '<ms>', help: 'the delay of the response' },
    drop: { type: 'boolean', help: 'cut the connection' },
    where: { type: 'string', value: '<place>', help: 'before or after the work, or in the body (before)' },
    count: { type: 'string', value: '<n>', help: 'how many requests, or always (1)' },
    probability: { type: 'string', value: '<p>', help: 'above 0 and at most 1 (1)' },
    method: { type: 'string', value: '<method>', help: 'only requests of this method' },
    path: { type: 'string', value: '<path>', help: 'only requests of this path; * is any text' },
    ...urlOption,
  },
  async run(invocation) {
    const { options, args, signal } = invocation;
    const { service, where, method, path, drop } = options;
    const fault = {
      ...readJson(args[0]),
      ...(service !== undefined && { service }),
      ...(where !== undefined && { where }),
      ...(drop && { drop }),
      ...numberOf('status', options.status),
      ...numberOf('delayMs', options.delay),
      ...(options.count === 'always' ? { count: 'always' } : numberOf('count', options.count)),
      ...numberOf('probability', options.probability),
      ...((method ?? path) !== undefined && { match: { ...(method && { method }), ...(path && { path }) } }),
    };
    if (Object.keys(fault).length === 0)
      throw new UsageError('The fault is missing. Use: sandbox fault add --service mail --status 503');
    const client = await findSandbox(options, signal);
    const added = await client.send<{ readonly id: string }>('POST', '/api/faults', fault);
    print(invocation, added, `${added.id}\n`);
  },
});

export const faultRemove = defineCommand({
  name: 'fault remove',
  usage: '<id>',
  summary: 'remove one fault',
  minArgs: 1,
  options: urlOption,
  async run(invocation) {
    const [id = ''] = invocation.args;
    const client = await findSandbox(invocation.options, invocation.signal);
    await client.send('DELETE', `/api/faults/${encodeURIComponent(id)}`);
    print(invocation, { id }, `${id} is removed.\n`);
  },
});

export const faultClear = defineCommand({
  name: 'fault clear',
  summary: 'remove all faults and limits',
  options: urlOption,
  async run(invocation) {
    const client = await findSandbox(invocation.options, invocation.signal);
    await client.send('DELETE', '/api/faults');
    print(invocation, { faults: [] }, 'No faults.\n');
  },
});

function readJson(text: string | undefined): object {
  if (text === undefined) return {};
  try {
    const fault: unknown = JSON.parse(text);
    if (typeof fault === 'object' && fault !== null && !Array.isArray(fault)) return fault;
  } catch {
    // See below.
  }
  throw new UsageError(`A fault is a JSON object, like {"service":"mail","status":503}, not "${text}".`);
}

function numberOf(name: string, text: string | undefined): object {
  if (text === undefined) return {};
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) throw new UsageError(`"${text}" is not a number.`);
  return { [name]: value };
}
