import type { FaultDoor } from '../../faults/http-faults.ts';
import type { SandboxHandler, SandboxRequest } from '../../http/exchange.ts';
import { createRateLimit } from '../../rate-limit.ts';
import type { OpenMailWebhooks } from '../events/webhooks.ts';
import type { OpenMailInbound } from '../inbound/mail-inbound.ts';
import type { Door } from '../kit/door.ts';
import type { FetchFile } from '../kit/file-fetcher.ts';
import type { ReceivedMessage } from '../message/received-message.ts';
import { snsHandler } from '../providers/ses/sns.ts';
import type { MailStore } from '../store/mail-store.ts';
import { createOutbox } from '../store/outbox.ts';
import { openDoor } from './open-door.ts';
import { ownMail } from './own-mail.ts';
import { sdkEnvOf } from './sdk-variables.ts';
import type { MailServiceOptions } from './service-options.ts';

/** The address and the key of one mail service. */
export interface MailServiceAddress {
  /** Without a trailing slash: `http://127.0.0.1:8025/resend`. */
  readonly url: string;
  readonly apiKey: string;
}

/** What the doors need of the mail service. */
export interface DoorsOptions {
  readonly wires: readonly Door[];
  /** The service's own secret; each door has its key of it. */
  readonly secret: string;
  readonly publicKey: string;
  readonly isStrict: boolean;
  readonly fetchFile: FetchFile | undefined;
  readonly onFailure: (task: string, error: unknown) => void;
  /** `false` for none. @default the limit that a service publishes */
  readonly rateLimit: MailServiceOptions['rateLimit'] | undefined;
  /** Adds the faults of a service to its handler. */
  readonly wrap: (name: string, describe: FaultDoor['describe'], handler: SandboxHandler) => SandboxHandler;
}

/** The events of the messages that the doors send, and the mail that they receive. */
type DoorEvents = Pick<OpenMailWebhooks, 'secretOf' | 'onSent'> & {
  readonly inbound: Pick<OpenMailInbound, 'isIncoming'>;
};

export type OpenDoors = ReturnType<typeof openDoors>;

/** Opens the doors of all services of the shared store. */
export function openDoors(store: MailStore, webhooks: DoorEvents, options: DoorsOptions) {
  const { isStrict, fetchFile, onFailure, wires: doors } = options;
  const doorOf = (path: string): Door | undefined => doors.find(({ name }) => path.startsWith(`/${name}/`));
  const outbox = createOutbox(store, webhooks.onSent);
  let origin = '';
  const urlOf = ({ name, basePath = '' }: Door): string => `${origin}/${name}${basePath}`;
  const keyOf = ({ keyPrefix }: Door): string =>
    keyPrefix === undefined ? options.secret : keyPrefix + options.secret.replace(/^sk_/, '');
  const open = (door: Door): SandboxHandler => {
    const limit = options.rateLimit ?? door.rateLimit;
    const rateLimit = limit ? createRateLimit(limit) : undefined;
    const webhookSecret = webhooks.secretOf(door.name);
    const { publicKey } = options;
    const keys = { key: keyOf(door), publicKey, webhookSecret };
    const own = ownMail({ store, outbox }, door.name);
    const isIncoming = (message: ReceivedMessage) => webhooks.inbound.isIncoming(message, door.name);
    const context = { ...own, ...keys, url: () => urlOf(door), isIncoming };
    const handler = openDoor(door, context, { isStrict, rateLimit, fetchFile, onFailure });
    const describe = (status: number) => door.problem(status, `Injected: ${status}`).json;
    const wrapped = options.wrap(door.name, describe, handler);
    const { render } = door;
    return render ? async (request) => render(request, await wrapped(request)) : wrapped;
  };
  const handlers = new Map([['sns', snsHandler()]]);
  const reset = (): void => {
    for (const door of doors) handlers.set(door.name, open(door));
  };
  reset();
  return {
    handlers,
    /** Forgets the limits that are used up, and what a service keeps outside of the store. */
    reset,
    /** The addresses by the name of the service, and the variables for its clients. */
    describe: (at: string) => {
      origin = at;
      return {
        services: Object.fromEntries(
          doors.map((door) => [door.name, { url: urlOf(door), apiKey: keyOf(door) }]),
        ),
        env: Object.assign(
          {},
          ...doors.map((door) => envOf(door, urlOf(door), keyOf(door), options, webhooks)),
        ),
      };
    },
    /** The largest body of a path that its service publishes; `undefined` for none. */
    maxBodyBytes: (path: string) => doorOf(path)?.maxBodyBytes?.(path.slice(path.indexOf('/', 1))),
    /** The refusal of a larger body in the form of the service; `undefined` for a path of none. */
    refuseBody: (request: SandboxRequest, maxBodyBytes: number) => {
      const door = doorOf(request.path);
      const refusal = door?.problem(413, `The body is larger than ${maxBodyBytes} bytes.`);
      const path = request.path.slice(request.path.indexOf('/', 1));
      return refusal && (door?.render?.({ ...request, path }, refusal) ?? refusal);
    },
    /** Delivers scheduled mail when its time comes. */
    start: outbox.start,
    close: outbox.close,
  };
}

function envOf(
  { name, env }: Door,
  url: string,
  key: string,
  { publicKey }: DoorsOptions,
  webhooks: DoorEvents,
): Readonly<Record<string, string>> {
  const prefix = name.toUpperCase().replaceAll('-', '_');
  const webhookSecret = webhooks.secretOf(name);
  const own = {
    [`${prefix}_BASE_URL`]: url,
    ...(env?.(key, publicKey) ?? { [`${prefix}_API_KEY`]: key }),
    ...(webhookSecret !== undefined && { [`${prefix}_WEBHOOK_SECRET`]: webhookSecret }),
  };
  return { ...own, ...sdkEnvOf(name, { url, key, webhookSecret, env: own }) };
}
