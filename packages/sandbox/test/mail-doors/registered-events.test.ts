// A webhook that is registered for one event of the service is told of that event, and of no other.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MailService, startMailService } from '../../src/mail/service/service.ts';
import { type MailEventKind, mailEventKinds } from '../../src/mail-event-kind.ts';
import { postMail } from './post-mail.ts';

let service: MailService;
beforeAll(async () => {
  service = await startMailService({ rateLimit: false });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

interface Registration {
  readonly path: string;
  readonly method?: string;
  readonly body: (event: string) => unknown;
  /** The service's words. */
  readonly told: Readonly<Record<string, readonly MailEventKind[]>>;
}

const url = 'http://127.0.0.1:9/';

const services: Readonly<Record<string, Registration>> = {
  brevo: {
    path: '/webhooks',
    body: (event) => ({ url, type: 'transactional', events: [event] }),
    told: {
      delivered: ['delivered'],
      hardBounce: ['bounced'],
      deferred: ['deferred'],
      spam: ['complained'],
      opened: ['opened'],
      click: ['clicked'],
      unsubscribed: ['unsubscribed'],
    },
  },
  mailersend: {
    path: '/webhooks',
    body: (event) => ({ url, name: 'ours', events: [event], domain_id: 'd1', enabled: true }),
    told: {
      'activity.delivered': ['delivered'],
      'activity.hard_bounced': ['bounced'],
      'activity.deferred': ['deferred'],
      'activity.spam_complaint': ['complained'],
      'activity.opened': ['opened'],
      'activity.clicked': ['clicked'],
      'activity.unsubscribed': ['unsubscribed'],
    },
  },
  mailgun: {
    path: '/v3/domains/acme.dev/webhooks',
    body: (id) => new URLSearchParams({ id, url }),
    told: {
      delivered: ['delivered'],
      permanent_fail: ['bounced'],
      temporary_fail: ['deferred'],
      complained: ['complained'],
      opened: ['opened'],
      clicked: ['clicked'],
      unsubscribed: ['unsubscribed'],
    },
  },
  postmark: {
    path: '/webhooks',
    body: (event) => ({ Url: url, Triggers: { [event]: { Enabled: true } } }),
    told: {
      Delivery: ['delivered'],
      Bounce: ['deferred', 'bounced'],
      SpamComplaint: ['complained'],
      Open: ['opened'],
      Click: ['clicked'],
      SubscriptionChange: ['unsubscribed'],
    },
  },
  resend: {
    path: '/webhooks',
    body: (event) => ({ endpoint: url, events: [event] }),
    told: {
      'email.delivered': ['delivered'],
      'email.bounced': ['bounced'],
      'email.delivery_delayed': ['deferred'],
      'email.complained': ['complained'],
      'email.opened': ['opened'],
      'email.clicked': ['clicked'],
    },
  },
  sendgrid: {
    ...{ path: '/v3/user/webhooks/event/settings', method: 'PATCH' },
    body: (event) => ({ enabled: true, url, [event]: true }),
    told: {
      delivered: ['delivered'],
      bounce: ['bounced'],
      deferred: ['deferred'],
      spam_report: ['complained'],
      open: ['opened'],
      click: ['clicked'],
      unsubscribe: ['unsubscribed'],
    },
  },
};

const rows = Object.entries(services).flatMap(([name, { told, ...registration }]) =>
  Object.entries(told).map(([event, kinds]) => ({ name, event, kinds, ...registration })),
);

it.each(rows)('$name: $event', async ({ name, event, kinds, path, body, method }) => {
  const [status] = await postMail(service, name, path, body(event), method ?? 'POST');
  expect(status).toBeLessThan(300);
  const [target] = service.webhooks.targets.list();
  expect(target?.events.toSorted()).toEqual(kinds.toSorted());
  const sent = mailEventKinds.map((kind) => service.webhooks.trigger({ event: kind, service: name }));
  const told = (await Promise.all(sent)).flat().flatMap((attempt) => attempt.events.map((each) => each.kind));
  expect(told.toSorted()).toEqual(kinds.toSorted());
});
