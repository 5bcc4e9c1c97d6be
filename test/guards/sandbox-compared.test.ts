import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The test of each row that does not say no: its file in `packages/sandbox/test`, and its title's start. */
const proofs: readonly (readonly [row: string, file: string, title: string])[] = [
  ['SMTP with any login or none', 'mail-smtp.test.ts', 'takes any login, or none, unless it is strict'],
  ['STARTTLS, TLS, POP3', 'tls.test.ts', 'is what a program with its environment uses'],
  ['search, read state, deletion', 'mailpit/mailpit.test.ts', 'changes and deletes by id and by search'],
  ['tags', 'mailpit/mailpit.test.ts', 'sets, renames and deletes tags'],
  ['its HTTP API, 26 operations', 'peers/mailpit-clients.peer.ts', 'sends, waits, lists, searches and reads'],
  ['live events on a WebSocket', 'mailpit/mailpit.test.ts', 'reports its changes on a WebSocket'],
  ['chaos', 'mailpit/mailpit.test.ts', 'has its triggers of chaos in the sandbox'],
  ['checks of HTML', 'mailpit/mailpit-checks.test.ts', 'warns of what some programs do not support'],
  ['checks of links', 'link-check-hosts.test.ts', 'the link check asks the hosts of allowFetch: %j'],
  ['a release through a relay', 'mailpit/mailpit-release.test.ts', 'sends the message to other'],
  ["Resend's API: 19 of 148 operations", 'mail-doors/doors.test.ts', 'is all that the driver %s needs'],
  ['an error for the others', 'mail-doors/absent.test.ts', 'answers 501 with the name of each'],
  ['webhooks of mail', 'mail-doors/webhooks.test.ts', '%s: its driver accepts each kind by the address'],
  ['replay by `Idempotency-Key`', 'mail-doors/doors.test.ts', 'is all that the driver %s needs'],
  ['`createEmulator()`', 'sandbox.test.ts', 'starts everything, with addresses as environment'],
  ['a seed file, `init`', 'cli-config.test.ts', 'init writes one, which a start in its folder finds'],
  [
    '`start --watch`',
    'seed-watch.test.ts',
    'puts a changed seed in, tells so, and keeps the old one when the file is wrong',
  ],
  ['an emulator of your own', 'own-wire.test.ts', 'has the address, the key and the secret'],
  ["the application's own origin", 'testing/mount.test.ts', 'serves the page and its interface below'],
  ['snapshots', 'state.test.ts', 'has mail and rows, and another sandbox takes it'],
  ['`emulators:exec`', 'cli-commands.test.ts', 'exec runs the program with the environment of'],
  ['import and export', 'state.test.ts', 'has mail and rows, and another sandbox takes it'],
  ['environment for SDKs', 'environment.test.ts', 'has what official SDKs read'],
  ['a view of logs', 'requests.test.ts', 'has method, target, bodies, status and time of a request'],
  ['MCP', 'mcp/mcp.test.ts', 'lists, searches and reads mail, with codes and links'],
  ['state that stays', 'kept-state.test.ts', 'delivers scheduled mail whose time passed, once'],
  ['faults by an API', 'faults.test.ts', 'takes faults by HTTP, for its own page and other programs only'],
  ['one port for all services', 'mail-doors/doors.test.ts', 'a contact of one service is a contact'],
  ["SES's API v2, and that of 2010", 'mail-doors/ses-query.test.ts', 'the state is one for both versions'],
  ['containers', 'access.test.ts', 'answers no request to the page, its interface'],
  ['the Pusher protocol', 'realtime-connection.test.ts', 'accepts protocol %s'],
  ['several apps', 'realtime-apps.test.ts', 'share no channels, and each has its own credentials'],
  ['webhooks of channels', 'realtime-webhooks.test.ts', 'are signed over the exact body, and have the key'],
  ['cache channels', 'realtime-channels.test.ts', 'send the last event after the success'],
  ['client events, limited by the app', 'realtime-client-events.test.ts', 'are refused with 4301 above'],
  ['users who sign in and are ended', 'realtime-users.test.ts', 'closes its signed-in connections'],
  ['a limit of requests, with 429', 'realtime-rest.test.ts', 'responds 429 with Retry-After'],
  ['`listen --forward-to`', 'webhook-control.test.ts', 'listen prints each delivery, and removes'],
  ['`trigger`, `events resend`', 'webhook-control.test.ts', 'triggers an event, logs the answer'],
  ['`logs tail`', 'cli-commands.test.ts', 'logs prints requests and mail in their order'],
  [
    'mail that arrives, in the form of eight services',
    'mail-inbound.test.ts',
    '%s posts a mail that came over SMTP',
  ],
  ['maps and routes', 'page-views.test.ts', 'routes between two places, draws reachable areas'],
  ['plans for vehicles', 'routing-wires/optimization.test.ts', 'orders the stops of a vehicle as the best'],
  ['a response lost after the work', 'faults.test.ts', 'after: the work is done and the response is lost'],
  ["limits with the service's headers", 'faults.test.ts', 'throttles with the headers of the service'],
  ['each attempt of a retry', 'requests.test.ts', 'shows the attempts of a retry, one entry each'],
  ['waits of a limiter', 'requests.test.ts', 'shows how long the limiter of a client held a request back'],
];

const page = readFileSync(new URL('../../packages/sandbox/docs/compared.md', import.meta.url), 'utf8');
const tests = new URL('../../packages/sandbox/test/', import.meta.url);
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:it has|here) \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, row = '', here = '']) => ({ row, here }));

describe('the page that compares the sandbox', () => {
  it.each(proofs)('%s: by %s, %s', (row, file, title) => {
    expect(rows.map((each) => each.row)).toContain(row);
    expect(title).not.toBe('');
    const titles = readFileSync(new URL(file, tests), 'utf8').split('\n');
    const quoted = ["'", '"', '`'].map((quote) => quote + title);
    expect(titles.some((line) => quoted.some((start) => line.includes(start)))).toBe(true);
  });

  it('has a test for each row that does not say no, and at most 600 words', () => {
    const shown = rows.filter(({ here }) => here !== 'no').map(({ row }) => row);
    expect(shown.toSorted()).toEqual(proofs.map(([row]) => row).toSorted());
    expect(page.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(600);
    expect(page.split('\n## ').length).toBe(8);
  });
});
