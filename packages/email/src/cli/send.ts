import { createRuntime, NetworkError } from '@org/core';
import { describe, type ProgramContext, WrongUsage } from '@org/core/command';
import type { EngineOptions } from '@org/core/driver';
import { createEmailClient } from '../client.ts';
import { fitMessage } from '../content/fit-message.ts';
import { loadDraft } from '../content/load-content.ts';
import type { EmailDriver } from '../driver/email-driver.ts';
import { formatMailbox } from '../model/address.ts';
import type { LossyMapping } from '../model/fit/lossy.ts';
import { readMessage as readDraft } from '../model/message/read-message.ts';
import type { EmailMessage } from '../model/message.ts';
import { type Mail, toMails } from '../sending/mail.ts';
import { messageOptions, parseCommand, print, type ServiceValues } from './command-line.ts';
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

/** What a service would get of a message: one mail, or one for each recipient. The key is not read. */
async function planOf(name: string, values: ServiceValues, message: EmailMessage): Promise<Plan> {
  const requests: Request[] = [];
  let lossy: Plan['lossy'] = [];
  try {
    const driver = await openDriver(name, values, 'without-keys');
    const fitted = await fitMessage(fitOf(driver), readDraft(message), {}, loadDraft);
    lossy = fitted.lossy;
    const mails = await toMails(fitted.message, undefined);
    const plan = driver.capabilities.request ? planRequests : planData;
    await plan(requests, driver, mails, message);
    return { driver: name, lossy, requests };
  } catch (error) {
    if (error instanceof WrongUsage) throw error;
    return { driver: name, refused: describe(error), lossy, requests };
  }
}

function fitOf({ name: provider, capabilities, fits }: EmailDriver) {
  const one = { error: capabilities, warn: capabilities, allow: capabilities };
  const options = { onLossy: 'allow', render: undefined, makesText: false, deadlineMs: 120_000 } as const;
  return { provider, capabilities, fits: fits ?? one, runtime: createRuntime(), ...options };
}

type PlanMails = (
  requests: Request[],
  driver: EmailDriver,
  mails: readonly Mail[],
  message: EmailMessage,
) => Promise<void>;

/** The requests of an HTTP API. None waits for a limit, because none leaves. */
const planRequests: PlanMails = async (requests, driver, mails) => {
  const transport: Transport = async ({ method, url, headers, body = '' }) => {
    const text = typeof body === 'string' ? body : await new Response(body as BodyInit).text();
    requests.push({ method, url: String(url), headers: Object.fromEntries(headers), body: text });
    throw new Error('This is a dry run.');
  };
  const session = driver.open({ transport, limiter: false, retry: false });
  try {
    for (const { message } of mails) {
      const before = requests.length;
      const end = await session.execute('send', message).catch((error: unknown) => error);
      const isOfDryRun = requests.length > before && NetworkError.isInstance(end);
      if (!isOfDryRun) throw end;
    }
  } finally {
    await session.close();
  }
};

/** The mails of a relay. */
const planData: PlanMails = async (requests, driver, mails, message) => {
  await using client = createEmailClient({ driver });
  for (const mail of mails) {
    const own = { ...message, to: mail.message.to.map(formatMailbox) } as EmailMessage;
    const { from = '', to, cc, bcc, raw } = await client.preview(own);
    const headers = { 'mail from': from, 'rcpt to': [...to, ...cc, ...bcc].join(', ') };
    requests.push({ method: 'DATA', url: 'smtp:', headers, body: new TextDecoder().decode(raw) });
  }
};

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
