import { refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { matchesPattern } from '../../faults/pattern.ts';
import { assertLoopbackTarget } from '../../realtime/webhooks/target.ts';
import type { InboundForm } from './inbound-form.ts';

/** Mail to some addresses goes to a program, in the form of a service. */
export interface InboundRoute {
  /** `in@acme.dev`, or a pattern: `*@in.acme.dev`. */
  readonly address: string;
  /** The service in whose form it is posted: `postmark`. */
  readonly service: string;
  /** On this machine. */
  readonly url: string;
  /** As it was sent, where the service can: SendGrid's "Send Raw". @default false */
  readonly raw?: boolean;
}

/** A route that was added. */
export interface AddedInboundRoute extends InboundRoute {
  readonly id: string;
  /** The secret that the receiver checks: the `webhookSecret` of the driver. */
  readonly secret: string | undefined;
}

/** The form of a route. */
export type InboundRouteForm = Pick<InboundRoute, 'service' | 'raw'>;

/** The routes of mail that arrives. */
export interface InboundRoutes {
  /** The forms that a route may have. */
  readonly forms: readonly InboundRouteForm[];
  list(): readonly AddedInboundRoute[];
  /**
   * The same route again is the one that is there.
   *
   * @throws {TypeError} for a URL elsewhere, and for a service without inbound mail
   */
  add(route: InboundRoute): AddedInboundRoute;
  /** Whether the route was there. */
  remove(id: string): boolean;
}

/** The routes, as the mail service uses them. */
export interface OpenInboundRoutes extends InboundRoutes {
  /** Those of an address. */
  of(recipient: string): readonly AddedInboundRoute[];
  clear(): void;
}

/** The parts of the mail service for the routes. */
interface InboundRouteParts {
  readonly forms: ReadonlyMap<string, InboundForm>;
  readonly secretOf: (service: string) => string | undefined;
  /** Called after a change of the routes. */
  readonly onChange: () => void;
}

const routeNames = { address: 0, service: 0, url: 0, raw: 0 };
const maxRoutes = 100;

export function createInboundRoutes({ forms, secretOf, onChange }: InboundRouteParts): OpenInboundRoutes {
  const routes = new Map<string, AddedInboundRoute>();
  let serial = 0;
  return {
    forms: [...forms].flatMap(([service, { hasRaw }]) => [
      { service, raw: false },
      ...(hasRaw ? [{ service, raw: true }] : []),
    ]),
    list: () => [...routes.values()],
    add(route) {
      refuseUnknown(route, routeNames, 'inbound.routes.add()', meantOption);
      const { address, service, url, raw = false } = route;
      if (typeof address !== 'string' || !address.includes('@'))
        throw new TypeError('A route needs an address such as in@acme.dev or *@in.acme.dev.');
      if (!forms.has(service))
        throw new TypeError(`${service} posts no mail here. There are: ${[...forms.keys()].join(', ')}.`);
      if (typeof raw !== 'boolean' || (raw && forms.get(service)?.hasRaw !== true))
        throw new TypeError(`${service} has one form of mail here: leave out raw.`);
      assertLoopbackTarget({ url });
      const known = [...routes.values()].find(
        (each) =>
          each.address === address && each.service === service && each.url === url && each.raw === raw,
      );
      if (known) return known;
      if (routes.size >= maxRoutes) throw new TypeError(`There are ${maxRoutes} routes: remove one first.`);
      serial += 1;
      const added = { id: `i${serial}`, address, service, url, raw, secret: secretOf(service) };
      routes.set(added.id, added);
      onChange();
      return added;
    },
    remove: (id) => {
      const wasThere = routes.delete(id);
      onChange();
      return wasThere;
    },
    of: (recipient) =>
      [...routes.values()].filter(({ address }) =>
        matchesPattern(address.toLowerCase(), recipient.toLowerCase()),
      ),
    clear: () => routes.clear(),
  };
}
