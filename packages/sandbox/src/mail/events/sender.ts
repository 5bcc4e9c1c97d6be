import type { AnyFault, WebhookFault } from '../../faults/fault.ts';
import type { OpenFaultList } from '../../faults/fault-list.ts';
import { matchesPattern } from '../../faults/pattern.ts';
import type { Webhook } from '../store/mail-store.ts';
import { type AttemptLog, namesOf, type WebhookAttempt } from './attempts.ts';
import type { MailEvent, WebhookContext, WebhookForm } from './mail-event.ts';
import { address, deliver, type WebhookAnswer } from './post.ts';
import { createSlots } from './slots.ts';
import type { Timers } from './timers.ts';

/** Real services repeat for hours; these delays suit tests. */
const retryDelaysMs = [200, 1000];
const maxInFlight = 32;
const maxWaiting = 5000;

const notSent: WebhookAnswer = {
  status: undefined,
  answer: '',
  problem: 'Not sent: too many webhooks are waiting.',
  isFinal: false,
};

/** The parts that senders share. */
export interface SenderParts {
  readonly forms: ReadonlyMap<string, WebhookForm>;
  readonly log: AttemptLog;
  readonly timers: Timers;
  readonly faults: Pick<OpenFaultList, 'take'> | undefined;
  readonly closing: AbortSignal;
  readonly contextOf: (hook: Webhook) => WebhookContext;
  readonly announce: () => void;
}

/** Sends deliveries to webhooks, with the faults and retries, and logs each attempt. */
export interface Sender {
  /** Resolves after the first attempt, with it. */
  send(hook: Webhook, events: readonly MailEvent[]): Promise<WebhookAttempt | undefined>;
  /** One attempt by hand, without faults and retries. */
  resend(hook: Webhook, events: readonly MailEvent[], id: string): Promise<WebhookAttempt>;
}

export function createSender(parts: SenderParts): Sender {
  const { forms, log, timers, closing, contextOf, announce } = parts;
  const confirmed = new Set<string>();
  const slots = createSlots(maxInFlight, maxWaiting);

  const run = async (hook: Webhook, events: readonly MailEvent[], attempt: number, resendOf?: string) => {
    const form = formOf(forms, hook);
    const context = contextOf(hook);
    const request = await write(form, events, context);
    const startedAt = performance.now();
    const { isFinal, ...answer } =
      'problem' in request
        ? { ...notSent, problem: request.problem, isFinal: true }
        : ((await slots.run(() => deliver(request, closing))) ?? notSent);
    const { headers, body } = { headers: {}, body: '', ...request };
    const { service } = hook;
    const durationMs = Math.round(performance.now() - startedAt);
    const facts = { service, url: hook.url, events: namesOf(events), attempt, durationMs, resendOf };
    const at = new Date(context.now);
    const ended = { at, ...facts, ...answer, headers, body };
    // A reset has cleared the log.
    if (closing.aborted) return { logged: { ...ended, id: '' }, isDone: true };
    const logged = log.add(ended, { hookId: hook.id, events });
    announce();
    const { status } = answer;
    const isOver = status !== undefined && (status < 300 || form.isFinal?.(status) === true);
    return { logged, isDone: isFinal || isOver };
  };

  const attempt = async (hook: Webhook, events: readonly MailEvent[], count: number) => {
    const { logged, isDone } = await run(hook, events, count);
    const delayMs = retryDelaysMs[count - 1];
    if (!isDone && delayMs !== undefined) timers.later(delayMs, () => attempt(hook, events, count + 1));
    return logged;
  };

  return {
    send: async (hook, events) => {
      const { confirm } = formOf(forms, hook);
      if (confirm !== undefined && !confirmed.has(hook.id)) {
        confirmed.add(hook.id);
        await attempt(hook, [], 1);
      }
      const due = dueFaults(parts.faults, hook, events);
      const delayMs = due.reduce((sum, fault) => sum + (fault.delayMs ?? 0), 0);
      const copies = due.some(({ duplicate }) => duplicate) ? 2 : 1;
      const sendAll = async (): Promise<WebhookAttempt | undefined> => {
        const [first] = await Promise.all(Array.from({ length: copies }, () => attempt(hook, events, 1)));
        return first;
      };
      if (delayMs === 0) return sendAll();
      timers.later(delayMs, sendAll);
      return undefined;
    },
    resend: async (hook, events, resendOf) => (await run(hook, events, 1, resendOf)).logged,
  };
}

/** The request, or why it cannot be made: of a row whose fields the service does not know. */
async function write(form: WebhookForm, events: readonly MailEvent[], context: WebhookContext) {
  // A delivery without events is the confirmation.
  const [first, ...others] = events;
  try {
    const { confirm } = form;
    const request =
      first === undefined
        ? ((await confirm?.(context)) ?? { body: '' })
        : await form.write([first, ...others], context);
    return address(context.hook.url, request);
  } catch (error) {
    return { problem: `Not sent: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function formOf(forms: SenderParts['forms'], { service }: Webhook): WebhookForm {
  const form = forms.get(service);
  if (form === undefined) throw new TypeError(`${service} has no webhooks here.`);
  return form;
}

function dueFaults(faults: SenderParts['faults'], hook: Webhook, events: readonly MailEvent[]) {
  const isHit = (fault: AnyFault): fault is WebhookFault => {
    if (fault.on !== 'webhook') return false;
    const { service = '*', event, recipient = '*' } = fault.match ?? {};
    return (
      matchesPattern(service, hook.service) &&
      events.some((each) => event === undefined || each.kind === event) &&
      events.some((each) => matchesPattern(recipient, each.recipient))
    );
  };
  // Delays and duplicates apply together.
  return (faults?.take(isHit, () => true) ?? []).map(({ fault }) => fault);
}
