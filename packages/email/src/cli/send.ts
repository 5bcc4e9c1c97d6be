import type { EngineOptions } from '@org/core/driver';
import { createEmailClient } from '../client.ts';
import type { LossyMapping } from '../model/fit/lossy.ts';
import type { EmailMessage } from '../model/message.ts';
import {
  describe,
  messageOptions,
  type ProgramContext,
  parseCommand,
  print,
  type ServiceValues,
  WrongUsage,
} from './command-line.ts';
import { readMessage } from './message.ts';
import { chosenDrivers, openDriver } from './services.ts';

type Transport = NonNullable<EngineOptions['transport']>;

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Plan {
  readonly driver: string;
  /** Why the driver refuses the message. */
  readonly refused?: string;
  readonly lossy: readonly LossyMapping[];
  readonly requests: readonly Request[];
}

/** `email send`: sends one message; with `--dry-run` shows the losses and the requests of each driver. */
export async function runSend(context: ProgramContext): Promise<number> {
  const values = parseCommand(context.args, { ...messageOptions, 'dry-run': { type: 'boolean' } });
  const drivers = chosenDrivers(values, context.env);
  const message = await readMessage(values, context);
  if (values['dry-run']) {
    const plans: Plan[] = [];
    for (const driver of drivers) plans.push(await planOf(driver, values, message));
    print(context, values, plans, linesOf);
    return plans.some(({ refused, lossy }) => refused !== undefined || lossy.length > 0) ? 1 : 0;
  }
  const [name = '', ...others] = drivers;
  if (others.length > 0)
    throw new WrongUsage(
      `A mail goes through one driver: choose one of ${drivers.join(', ')} with --driver.`,
    );
  await using client = createEmailClient({ driver: await openDriver(name, values) });
  const result = await client.send(message);
  print(context, values, [result], ({ outcomes }) =>
    outcomes.map(({ recipient, status }) => `${status} ${recipient}`),
  );
  return result.outcomes.some(({ status }) => status === 'rejected' || status === 'unknown') ? 1 : 0;
}

/** The key is not read: a request has a text in its place. */
async function planOf(name: string, values: ServiceValues, message: EmailMessage): Promise<Plan> {
  const requests: Request[] = [];
  const transport: Transport = async ({ method, url, headers, body = '' }) => {
    const text = typeof body === 'string' ? body : await new Response(body as BodyInit).text();
    requests.push({ method, url: String(url), headers: Object.fromEntries(headers), body: text });
    throw new Error('This is a dry run.');
  };
  try {
    const driver = await openDriver(name, values, 'without-keys');
    const options = { retry: false, onLossy: 'allow' } as const;
    const isHttp = driver.capabilities.request;
    await using client = createEmailClient({ driver, ...options, ...(isHttp && { transport }) });
    const { lossy, from, to, cc, bcc, raw } = await client.preview(message);
    if (!isHttp) {
      const headers = { 'mail from': from ?? '', 'rcpt to': [...to, ...cc, ...bcc].join(', ') };
      return {
        driver: name,
        lossy,
        requests: [{ method: 'DATA', url: 'smtp:', headers, body: textOf(raw) }],
      };
    }
    const end = await client.send(message).catch((error: unknown) => error);
    if (requests.length === 0) throw end;
    return { driver: name, lossy, requests };
  } catch (error) {
    if (error instanceof WrongUsage) throw error;
    return { driver: name, refused: describe(error), lossy: [], requests: [] };
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const mostCharacters = 4_000;

function linesOf({ driver, refused, lossy, requests }: Plan): string[] {
  const losses = lossy.map(({ field, action, detail }) => `  lost     ${field} (${action}): ${detail}`);
  const sent = requests.flatMap(({ method, url, headers, body }) => [
    `  request  ${method} ${url}`,
    ...Object.entries(headers).map((header) => `           ${header.join(': ')}`),
    body.length > mostCharacters ? `${body.slice(0, mostCharacters)}… (the rest: --json)` : body,
  ]);
  return [driver, ...(refused === undefined ? [] : [`  refused  ${refused}`]), ...losses, ...sent];
}
