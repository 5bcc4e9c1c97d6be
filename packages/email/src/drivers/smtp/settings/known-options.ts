const options = {
  '': [
    'host',
    'port',
    'secure',
    'user',
    'url',
    'preset',
    'region',
    'password',
    'accessToken',
    'mechanism',
    'requireTls',
    'tls',
    'pool',
    'timeouts',
    'dkim',
    'proxy',
    'clientName',
    'connectTimeoutMs',
  ],
  tls: ['ca', 'servername', 'minVersion'],
  pool: ['maxConnections', 'maxMessages', 'idleMs'],
  timeouts: ['commandMs', 'blockMs', 'finalMs'],
  dkim: ['domain', 'selector', 'privateKey'],
  proxy: ['url', 'ca', 'user', 'password'],
} as const;

/** Names of options in nodemailer and elsewhere, in lower case, with the name in smtp(). */
const otherNames: Readonly<Record<string, string>> = {
  apikey: 'password',
  auth: 'user and password',
  authmethod: 'mechanism',
  ca: 'tls.ca',
  certificate: 'tls.ca',
  connectiontimeout: 'connectTimeoutMs',
  domainname: 'dkim.domain',
  credentials: 'user and password',
  greetingtimeout: 'connectTimeoutMs',
  hostname: 'host',
  ignoretls: 'requireTls',
  keyselector: 'dkim.selector',
  login: 'user',
  maxconnections: 'pool.maxConnections',
  maxmessages: 'pool.maxMessages',
  name: 'clientName',
  oauth2: 'accessToken',
  pass: 'password',
  rejectunauthorized: 'tls.ca with the certificate of your authority',
  server: 'host',
  service: 'preset',
  sockettimeout: 'timeouts',
  ssl: 'secure',
  timeout: 'timeoutMs of createEmailClient()',
  username: 'user',
};

/** The first unknown option, in words: it would be lost silently. */
export function findUnknownOption(given: object): string | undefined {
  const all = given as Readonly<Record<string, unknown>>;
  for (const [group, names] of Object.entries<readonly string[]>(options)) {
    const value: unknown = group === '' ? all : all[group];
    if (value === undefined || (group === 'proxy' && typeof value === 'string')) continue;
    if (typeof value !== 'object' || value === null) return `${group} must be an object`;
    const isGiven = ([name, own]: [string, unknown]) => own !== undefined && !names.includes(name);
    const members = group === 'dkim' && Array.isArray(value) ? value : [value];
    const [unknown] = members.flatMap((each) => Object.entries(each as object)).find(isGiven) ?? [];
    if (unknown !== undefined) return describeUnknown(group, unknown, names);
  }
  return undefined;
}

function describeUnknown(group: string, key: string, names: readonly string[]): string {
  const prefix = group === '' ? '' : `${group}.`;
  const lower = key.toLowerCase();
  const same = names.find((name) => name.toLowerCase() === lower);
  const right = same === undefined ? otherNames[lower] : `${prefix}${same}`;
  const advice =
    right === undefined ? `the options are ${prefix}${names.join(`, ${prefix}`)}` : `use ${right}`;
  return `${prefix}${JSON.stringify(key.slice(0, 40)).slice(1, -1)} is not an option; ${advice}`;
}
