/** What other libraries call an option, in lower case without punctuation. */
const otherWords: Readonly<Record<string, string>> = {
  timeout: 'timeoutMs',
  requesttimeout: 'timeoutMs',
  deadline: 'deadlineMs',
  retries: 'retry maxAttempts',
  maxretries: 'retry maxAttempts',
  attempts: 'maxAttempts',
  backoff: 'baseMs',
  key: 'apiKey credential appKey',
  token: 'apiKey credential',
  apitoken: 'apiKey',
  accesstoken: 'apiKey credential',
  auth: 'apiKey credential',
  url: 'baseUrl host',
  host: 'baseUrl',
  endpoint: 'baseUrl authorize',
  server: 'baseUrl',
  ratelimit: 'limiter limits',
  fetch: 'runtime',
  agent: 'transport',
  logger: 'onEvent',
  abortsignal: 'signal',
};

/** The option that a name of another library, or a misspelt one, means. @public */
export function meantOption(name: string, known: readonly string[]): string | undefined {
  const plain = plainly(name);
  const isMeant: readonly ((each: string) => boolean)[] = [
    (each) => plainly(each) === plain,
    (each) => otherWords[plain]?.split(' ').includes(each) === true,
    (each) => plain.length > 2 && plainly(each).startsWith(plain),
    (each) => isNear(plainly(each), plain),
  ];
  const [meant] = isMeant.flatMap((is) => known.find(is) ?? []);
  return meant;
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
