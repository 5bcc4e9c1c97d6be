/**
 * What other libraries call an option: by the beginning of its name in lower case without punctuation, ours
 * (several are separated by `|`), or a sentence that says what to pass. The first that fits counts. @public
 */
export type ForeignWords = Readonly<Record<string, string>>;

const optionWords: ForeignWords = {
  timeout: 'timeoutMs',
  request: 'timeoutMs',
  deadline: 'deadlineMs',
  retries: 'retry|maxAttempts',
  maxretries: 'retry|maxAttempts',
  attempts: 'maxAttempts',
  backoff: 'baseMs',
  apisecret: 'secretKey',
  authend: 'endpoint',
  servertoken: 'apiKey',
  api: 'apiKey|accessToken|driver',
  key: 'apiKey|credential|accessToken|driver',
  token: 'apiKey|credential|accessToken|driver',
  access: 'apiKey|credential',
  auth: 'apiKey|credential|driver',
  url: 'baseUrl|host|path',
  base: 'baseUrl|driver',
  dataresidency: 'region',
  withcred: 'credentials',
  host: 'baseUrl|driver',
  service: 'driver',
  provider: 'driver',
  endpoint: 'baseUrl|authorize',
  server: 'baseUrl',
  ratelimit: 'limiter|limits',
  maxconcurrent: 'limits',
  mintime: 'limits',
  fetch: 'runtime',
  agent: 'transport',
  httpagent: 'transport',
  httpsagent: 'transport',
  proxy: 'transport',
  logger: 'onEvent',
  abort: 'signal',
  encryptionmaster: 'encryptionMasterKey',
  encrypted: 'useTls',
  force: 'useTls',
  scheme: 'useTls',
  wshost: 'host',
  wsport: 'port',
  appkey: 'key',
  appsecret: 'secret',
  id: 'userId',
};

// A program in one file has been compiled: its errors list the known names.
declare const __ONE_FILE__: true | undefined;
const ofOptions: ForeignWords = typeof __ONE_FILE__ === 'boolean' ? {} : optionWords;

/**
 * The option that a name of another library, or a misspelt one, means: its name, or a sentence of `words`.
 * @public
 */
export function meantOption(name: string, known: readonly string[], words = ofOptions): string | undefined {
  const plain = plainly(name);
  const word = words[Object.keys(words).find((start) => plain.startsWith(start)) ?? ''] ?? '';
  return (
    known.find((each) => plainly(each) === plain) ??
    known.find((each) => word.split('|').includes(each)) ??
    (word.includes(' ')
      ? word
      : (known.find((each) => plain.length > 2 && plainly(each).startsWith(plain)) ??
        known.find((each) => isNear(plainly(each), plain))))
  );
}

/** What to do about an unknown field, after a semicolon. @public */
export function fieldHint(name: string, known: readonly string[], words?: ForeignWords): string {
  const meant = meantOption(name, known, words ?? {}) ?? `known are ${known.join(', ')}`;
  return meant.includes(' ') ? meant : `did you mean \`${meant}\`?`;
}

const plainly = (name: string) =>
  name
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z\d]/g, '');

/** At most two neighbouring letters of a longer name are other ones, too many or missing. */
function isNear(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length);
  let same = 0;
  while (same < longest && a[same] === b[same]) same += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - same && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return longest - same - end <= (longest > 4 ? 2 : 1);
}
