/**
 * What other libraries call an option: by its name in lower case without punctuation, ours (several are
 * separated by `|`), or a sentence that says what to pass. @public
 */
export type ForeignWords = Readonly<Record<string, string>>;

const ofOptions: ForeignWords = {
  timeout: 'timeoutMs',
  requesttimeout: 'timeoutMs',
  deadline: 'deadlineMs',
  retries: 'retry|maxAttempts',
  maxretries: 'retry|maxAttempts',
  attempts: 'maxAttempts',
  backoff: 'baseMs',
  key: 'apiKey|credential|appKey|accessToken|driver',
  apikey: 'accessToken|driver',
  token: 'apiKey|credential|accessToken|driver',
  apitoken: 'apiKey',
  accesstoken: 'apiKey|credential',
  auth: 'apiKey|credential|driver',
  url: 'baseUrl|host',
  host: 'baseUrl|driver',
  service: 'driver',
  provider: 'driver',
  endpoint: 'baseUrl|authorize',
  server: 'baseUrl',
  ratelimit: 'limiter|limits',
  fetch: 'runtime',
  agent: 'transport',
  logger: 'onEvent',
  abortsignal: 'signal',
  encryptionmasterkeybase64: 'encryptionMasterKey',
  encrypted: 'useTls',
  forcetls: 'useTls',
  scheme: 'useTls',
  wshost: 'host',
  wsport: 'port',
  appkey: 'key',
  appsecret: 'secret',
};

/**
 * The option that a name of another library, or a misspelt one, means: its name, or a sentence of `words`.
 * @public
 */
export function meantOption(
  name: string,
  known: readonly string[],
  words: ForeignWords = ofOptions,
): string | undefined {
  const plain = plainly(name);
  const word = Object.hasOwn(words, plain) ? words[plain] : undefined;
  const isMeant: readonly ((each: string) => boolean)[] = [
    (each) => plainly(each) === plain,
    (each) => word?.split('|').includes(each) === true,
  ];
  const isLike: readonly ((each: string) => boolean)[] = [
    (each) => plain.length > 2 && plainly(each).startsWith(plain),
    (each) => isNear(plainly(each), plain),
  ];
  const find = (ways: typeof isMeant) => ways.flatMap((is) => known.find(is) ?? [])[0];
  return find(isMeant) ?? (word?.includes(' ') ? word : find(isLike));
}

/** What to do about an unknown field, after a semicolon. @public */
export function fieldHint(name: string, known: readonly string[], words: ForeignWords): string {
  const meant = meantOption(name, known, words) ?? `known are ${known.join(', ')}`;
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
