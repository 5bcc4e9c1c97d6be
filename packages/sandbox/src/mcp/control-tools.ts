import type { TownPlace, TownPosition } from '../map/town.ts';
import type { RequestDetail } from '../page/request-routes.ts';
import { type Given, type SandboxApi, segment, type Tool, withQuery } from './tool.ts';

const text = (description: string) => ({ type: 'string', description }) as const;
const limit = { type: 'integer', minimum: 1, maximum: 200, description: 'Default 20' } as const;

async function listRequests(api: SandboxApi, { of, limit = 20 }: Given) {
  const path = withQuery('/api/requests', { of });
  const { total, requests } = await api.get<{ total: number; requests: readonly unknown[] }>(path);
  return { total, requests: requests.slice(0, Number(limit)) };
}

/** The last HTTP requests of all services. */
export const requestTools: readonly Tool[] = [
  {
    name: 'list_requests',
    description: 'The newest HTTP requests that the sandbox received, with status and time.',
    arguments: { of: text('A service: mail, routing, realtime, or a path prefix such as resend'), limit },
    isReadOnly: true,
    run: listRequests,
  },
  {
    name: 'read_request',
    description: 'One request with headers, body, response and curl, without secrets.',
    arguments: { id: text('The id in a list: r7') },
    required: ['id'],
    isReadOnly: true,
    run: (api, { id }) => api.get<RequestDetail>(`/api/requests/${segment(id)}`),
  },
];

export const faultTools: readonly Tool[] = [
  {
    name: 'list_faults',
    description: 'The faults and limits in force, with the number of their hits.',
    arguments: {},
    isReadOnly: true,
    run: (api) => api.get('/api/faults'),
  },
  {
    name: 'add_fault',
    description:
      'Makes the next requests fail or wait. Examples: {"service":"mail","status":503,"count":2}, ' +
      '{"where":"after","drop":true}, {"delayMs":500,"count":"always","match":{"path":"/resend/*"}}, ' +
      '{"on":"smtp","match":{"command":"rcpt"},"code":550}.',
    arguments: { fault: { type: 'object', description: 'The fault' } },
    required: ['fault'],
    isReadOnly: false,
    run: (api, { fault }) => api.send('POST', '/api/faults', fault),
  },
  {
    name: 'remove_faults',
    description: 'Removes one fault, or all.',
    arguments: { id: text('The id in a list; all without it') },
    isReadOnly: false,
    async run(api, { id }) {
      await api.send('DELETE', id === undefined ? '/api/faults' : `/api/faults/${segment(id)}`);
      return api.get('/api/faults');
    },
  },
];

/** All of the sandbox. */
export const resetTools: readonly Tool[] = [
  {
    name: 'reset',
    description:
      'Puts everything back as it was at the start: removes mail, contacts, templates, webhooks, logged ' +
      'requests and faults. The seed of the configuration comes back. It cannot be undone.',
    arguments: {},
    isReadOnly: false,
    async run(api) {
      await api.send('POST', '/api/reset');
      return api.get('/api/faults');
    },
  },
];

/** Webhooks of mail services. */
export const webhookTools: readonly Tool[] = [
  {
    name: 'add_webhook',
    description:
      'Adds a URL on this machine that gets the events of mail, signed in the form of a service. ' +
      'trigger_webhook then tries it.',
    arguments: {
      url: text('http://127.0.0.1:3000/hook'),
      service: text('The form of a service: resend'),
      events: {
        type: 'array',
        items: { type: 'string' },
        description: 'Only these kinds: delivered, bounced, …; all without it',
      },
    },
    required: ['url'],
    isReadOnly: false,
    run: (api, given) => api.send('POST', '/api/webhooks', given),
  },
  {
    name: 'trigger_webhook',
    description:
      'Makes an event of mail, and posts it to the local webhook URLs, signed in the form of the service. ' +
      'Resolves with each attempt and the answer.',
    arguments: {
      event: text('delivered, deferred, bounced, complained, opened, clicked or unsubscribed'),
      message: text('The id of a message; without it, a made-up one'),
      service: text('The form of a service: resend'),
      recipient: text('One recipient of the message'),
    },
    required: ['event'],
    isReadOnly: false,
    run: (api, given) => api.send('POST', '/api/webhooks/trigger', given),
  },
  {
    name: 'list_webhook_attempts',
    description: 'The last deliveries of webhooks with their answers.',
    arguments: { limit },
    isReadOnly: true,
    run: (api, { limit = 20 }) => api.get(withQuery('/api/webhooks/attempts', { limit })),
  },
];

/** Mail that arrives for a program. */
export const inboundTools: readonly Tool[] = [
  {
    name: 'receive_mail',
    description:
      'Posts a mail from outside to a URL of this machine, in the form of a service that receives mail and ' +
      'with its proof. Resolves with each attempt and the answer. Mail over SMTP to it is posted too.',
    arguments: {
      to: text('The address that the program receives: in@acme.dev'),
      url: text('Where the program listens: http://127.0.0.1:3000/inbound; without it, the known routes'),
      service: text('The form of a service: postmark'),
      from: text('The sender'),
      subject: text('The subject'),
      text: text('The text'),
      inReplyTo: text('The Message-ID that it answers'),
    },
    required: ['to'],
    isReadOnly: false,
    async run(api, { url, service = 'postmark', ...mail }) {
      if (url !== undefined)
        await api.send('POST', '/api/inbound/routes', { address: mail['to'], service, url });
      return api.send('POST', '/api/inbound/mails', mail);
    },
  },
];

interface SandboxMap {
  readonly name: string;
  readonly places: readonly TownPlace[];
}

/** @throws {Error} where the sandbox has no map */
async function requireRouting(api: SandboxApi): Promise<void> {
  const { views } = await api.get<{ readonly views: { readonly map: string } }>('/api/sandbox');
  if (views.map !== 'off') return;
  const install = 'npm install @valhallajs/valhallajs@3.6.1';
  throw new Error(`The sandbox runs without its routing service. Start it with the map engine: ${install}.`);
}

const place = (name: string) => text(`${name}: the name of a place, or "longitude,latitude"`);

async function readPosition(api: SandboxApi, given: unknown): Promise<TownPosition> {
  const numbers = String(given).split(',').map(Number);
  if (numbers.length === 2 && numbers.every(Number.isFinite)) return numbers as unknown as TownPosition;
  const { places } = await api.get<SandboxMap>('/api/map');
  const wanted = String(given).trim().toLowerCase();
  const found = places.find(({ name }) => name.toLowerCase() === wanted);
  if (found) return found.position;
  throw new Error(`No place is called ${given}. There are: ${places.map(({ name }) => name).join(', ')}.`);
}

export const mapTools: readonly Tool[] = [
  {
    name: 'list_places',
    description: 'The places of the made-up town with their positions, longitude first.',
    arguments: {},
    isReadOnly: true,
    async run(api) {
      await requireRouting(api);
      const { name, places } = await api.get<SandboxMap>('/api/map');
      return { name, places };
    },
  },
  {
    name: 'route',
    description: 'A route between two places: its distance, its duration and its steps.',
    arguments: {
      from: place('Start'),
      to: place('End'),
      profile: {
        type: 'string',
        enum: ['driving', 'truck', 'cycling', 'walking'],
        description: 'Default driving',
      },
    },
    required: ['from', 'to'],
    isReadOnly: true,
    async run(api, { from, to, profile = 'driving' }) {
      await requireRouting(api);
      const ends = { from: await readPosition(api, from), to: await readPosition(api, to) };
      const { route, problem } = await api.send<{ route?: unknown; problem?: { message: string } }>(
        'POST',
        '/api/ways',
        { profile, ...ends },
      );
      if (problem) throw new Error(problem.message);
      return route;
    },
  },
];
