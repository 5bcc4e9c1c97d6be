// Runs suites of ours in every runtime: it imports no module, and has the matchers that the suites use.

export interface Report {
  /** The titles of all tests that ran. */
  readonly titles: readonly string[];
  readonly failures: readonly { readonly title: string; readonly reason: string }[];
}

type Framework = ReturnType<typeof createSuites>['framework'];

type Test = readonly [title: string, run: () => Promise<void>];

/** Defines the tests, runs them one after another, and reports what failed. */
export async function runSuites(define: (framework: Framework) => void): Promise<Report> {
  const { framework, tests } = createSuites();
  define(framework);
  const failures: { title: string; reason: string }[] = [];
  for (const [title, run] of tests)
    try {
      await run();
    } catch (error) {
      failures.push({ title, reason: error instanceof Error ? `${error.stack}` : String(error) });
    }
  return { titles: tests.map(([title]) => title), failures };
}

function createSuites() {
  const tests: Test[] = [];
  let within: readonly string[] = [];
  const describe = (name: string, define: () => void) => {
    const before = within;
    within = [...before, name];
    define();
    within = before;
  };
  const it = (name: string, run: () => Promise<void>) => {
    tests.push([[...within, name].join(' > '), run]);
  };
  return { framework: { describe, it, expect: expectOf }, tests };
}

/** The matchers of vitest with the same meaning, as far as the suites use it. */
export function expectOf(actual: unknown) {
  const check = (isGood: boolean, matcher: string, expected?: unknown) => {
    if (!isGood) throw new Error(`expected ${show(actual)} ${matcher} ${show(expected)}`);
  };
  const number = typeof actual === 'number' ? actual : Number.NaN;
  return {
    toBe: (expected: unknown) => check(Object.is(actual, expected), 'to be', expected),
    toEqual: (expected: unknown) => check(matches(actual, expected, true), 'to equal', expected),
    toMatchObject: (expected: object) => check(matches(actual, expected, false), 'to match', expected),
    toBeGreaterThan: (least: number) => check(number > least, 'to be greater than', least),
    toBeGreaterThanOrEqual: (least: number) => check(number >= least, 'to be at least', least),
    toBeLessThan: (most: number) => check(number < most, 'to be less than', most),
    toBeLessThanOrEqual: (most: number) => check(number <= most, 'to be at most', most),
  };
}

/** Deep equality, where a missing member is `undefined`; or, when not whole, of the expected members only. */
function matches(actual: unknown, expected: unknown, isWhole: boolean): boolean {
  if (Object.is(actual, expected)) return true;
  if (!isObject(actual) || !isObject(expected)) return false;
  if (tagOf(actual) !== tagOf(expected)) return false;
  if (expected instanceof Error) return String(actual) === String(expected);
  if (expected instanceof Date) return Object.is(Number(actual), Number(expected));
  if (expected instanceof Map || expected instanceof Set)
    return matches([...(actual as Set<unknown>)], [...expected], true);
  if (!hasMembers(expected)) throw new TypeError(`These suites do not compare ${tagOf(expected)}.`);
  if (Array.isArray(expected) && (actual as readonly unknown[]).length !== expected.length) return false;
  const names = new Set([...Object.keys(expected), ...(isWhole ? Object.keys(actual) : [])]);
  return [...names].every(
    (name) =>
      (isWhole || name in actual) && matches(Reflect.get(actual, name), Reflect.get(expected, name), isWhole),
  );
}

/** Whether its members are all of it. */
const hasMembers = (value: object) =>
  ArrayBuffer.isView(value) || ['[object Object]', '[object Array]'].includes(tagOf(value));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const tagOf = (value: object) => Object.prototype.toString.call(value);

function show(value: unknown): string {
  const text = JSON.stringify(value, (_, member) => (member instanceof Error ? String(member) : member));
  return (text ?? String(value)).slice(0, 1_000);
}
