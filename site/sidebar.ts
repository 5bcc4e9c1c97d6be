// Where each page stands. A guard finds a page without a place, and a place without a page.

/** A page by its path, or with a title of its own; or all pages of a pattern, sorted. */
export type Place = string | readonly [path: string, title: string] | RegExp;

export interface Section {
  readonly title: string;
  readonly groups: Readonly<Record<string, readonly Place[]>>;
}

const starts = 'next hono express fastify vite-react vue svelte workers deno bun node laravel'.split(' ');

export const sections: readonly Section[] = [
  {
    title: 'Start',
    groups: {
      '': [...starts.map((name) => new RegExp(`^start/${name}$`)), 'playground'],
      Packages: [
        ['email/index', 'Email'],
        ['routing/index', 'Routing'],
        ['realtime/index', 'Realtime'],
        ['sandbox/index', 'Sandbox'],
        ['core/index', 'Core'],
      ],
      'Your tools': ['core/runtimes', 'core/recipes', 'core/platforms', 'core/light-entries'],
    },
  },
  {
    title: 'Choose',
    groups: {
      'Mail service': [
        ['email/drivers', 'Compared'],
        'email/plunk',
        'email/resend',
        'email/ses',
        'email/sendgrid',
        'email/mailgun',
        'email/postmark',
        'email/brevo',
        'email/mailjet',
        'email/mailersend',
        'email/elasticemail',
        'email/loops',
        'email/mailtrap',
        'email/mandrill',
        'email/scaleway',
        'email/sparkpost',
        'email/zeptomail',
        'email/cloudflare',
        'email/azure',
        'email/smtp',
        'email/generic',
        'email/own-driver',
        'email/own-driver-parts',
      ],
      'Routing engine': [
        ['routing/drivers', 'Compared'],
        'routing/openrouteservice',
        'routing/valhalla',
        'routing/embedded',
        'routing/osrm',
        'routing/graphhopper',
        'routing/google',
        'routing/generic',
        'routing/own-driver',
      ],
      'Other libraries': ['email/compared', 'routing/compared', 'realtime/compared'],
      'Realtime server': ['realtime/server', 'realtime/centrifugo'],
    },
  },
  {
    title: 'Tasks',
    groups: {
      Email: [
        'email/batches',
        'email/queues',
        'email/webhooks',
        'email/inbound',
        'email/rendering',
        'email/templates-and-contacts',
        ['email/cli', 'Commands'],
      ],
      Routing: [
        'routing/large-requests',
        'routing/composition',
        'routing/results',
        'routing/files',
        'routing/cli',
      ],
      Realtime: [
        'realtime/channels',
        'realtime/presence',
        'realtime/authorization',
        'realtime/encryption',
        'realtime/recovery',
        'realtime/gaps',
        'realtime/codecs',
        'realtime/browsers',
        'realtime/react',
        'realtime/vue-svelte',
        'realtime/react-native',
        ['realtime/cli', 'Command'],
      ],
      Testing: [
        ['core/testing', 'In unit tests'],
        ['sandbox/testing', 'With the sandbox'],
        ['realtime/testing', 'Realtime programs'],
        'sandbox/commands',
        'sandbox/webhooks',
        'sandbox/doors',
        'sandbox/sdks',
        'sandbox/routing',
        'sandbox/containers',
        'sandbox/agents',
        'sandbox/mailpit',
        'sandbox/own-wire',
        'sandbox/compared',
      ],
      'Your own services': ['core/fetch-and-streams', 'core/uploads-and-paging'],
    },
  },
  {
    title: 'Concepts',
    groups: {
      '': [
        'core/retries-and-outcomes',
        'core/limits',
        'core/fleets',
        ['core/webhooks', 'Webhooks, once'],
        'core/credentials',
        'core/transports',
        'core/ky',
        'core/hooks-and-raw-responses',
        'core/observability',
        'realtime/connections',
        ['the-corridor', 'The way of a call'],
        'core/glossary',
      ],
    },
  },
  {
    title: 'Reference',
    groups: {
      '': ['core/options', 'core/environment', 'errors/index'],
      Names: [/^reference\/\w+\/index$/],
    },
  },
  {
    title: 'Moving here',
    groups: {
      '': [
        'email/moving-from-nodemailer',
        'routing/moving-to-routing',
        'routing/moving-from-google',
        'realtime/moving-from-pusher-js',
        'realtime/moving-from-pusher',
        'realtime/moving-from-echo',
        'realtime/pusher-compat',
      ],
    },
  },
  { title: 'Releases', groups: { '': ['releases'] } },
];

/** Made pages that another page lists: codes of errors, doors of mail services, entries of packages. */
export const isListed = (path: string): boolean =>
  /^(?:errors\/|sandbox\/doors-|reference\/\w+\/)(?!index$)/.test(path);

interface Titled {
  readonly path: string;
  readonly title: string;
}

/** The pages of a place, with the titles that the sidebar shows. */
export function pagesAt(place: Place, pages: readonly Titled[]): readonly Titled[] {
  if (place instanceof RegExp)
    return pages
      .filter((page) => place.test(page.path))
      .map((page) => ({ path: page.path, title: page.title.replace(/^Start with (?:plain )?/, '') }));
  const [path, title] = typeof place === 'string' ? [place] : place;
  return pages.filter((page) => page.path === path).map((page) => ({ path, title: title ?? page.title }));
}

interface Item {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: Item[];
}

/** As VitePress takes it. A group without a page is left out. */
export function sidebarOf(pages: readonly Titled[]): Item[] {
  return sections.flatMap(({ title, groups }) => {
    const items = Object.entries(groups).flatMap(([text, places]): Item[] => {
      const own = places
        .flatMap((place) => pagesAt(place, pages))
        .map((page) => ({ text: page.title, link: `/${page.path.replace(/index$/, '')}` }));
      if (own.length === 0) return [];
      return text === '' ? own : [{ text, collapsed: true, items: own }];
    });
    return items.length === 0 ? [] : [{ text: title, items }];
  });
}
