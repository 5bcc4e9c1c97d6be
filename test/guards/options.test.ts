import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Public functions that take options and pass each of them to a function that refuses unknown ones. */
const elsewhere: Readonly<Record<string, string>> = {
  createServiceClient: 'createEngine()',
  createRealtimeClient: 'resolveOptions()',
  httpEmailService: 'the driver',
  emailWebhooks: 'the driver',
  httpRoutingService: 'the driver',
  engineOptionsOf: 'it picks some of them',
  createFakeDriver: 'the driver',
  constantTimeEqual: 'bytes',
  readClientEvent: 'an event of a webhook',
  useChannel: 'subscriberOptions()',
  withResponse: 'the call',
  // A part of another object: more fields mean nothing.
  createRuntime: 'a manual clock has further methods',
  readLine: 'decodePolyline()',
  openMember: 'failover()',
  channelStore: 'subscribe()',
  testRoutingDriver: 'it registers tests',
  signHmac: 'all fields are required',
  verifyHmac: 'all fields are required',
  mergeProviderOptions: "the service's own options",
};

/** A function declaration, from its comment to its end. */
const declaration =
  /\/\*\*(?:(?!\*\/)[\s\S])*@public(?:(?!\*\/)[\s\S])*\*\/\s*export (?:async )?function (\w+)[\s\S]*?\n\}\n/g;

const takingOptions = sourceFiles()
  .filter(({ path }) => path.startsWith('packages/'))
  .flatMap(({ path, text }) =>
    [...text.matchAll(declaration)]
      .map(([whole, name = '']) => ({ path, name, whole }))
      .filter(({ whole }) =>
        /\b(?:options|given|overrides)\??: (?!number|unknown|Uint8Array)|\}: \w*Options\b/.test(
          whole.slice(whole.indexOf('*/')),
        ),
      ),
  );

describe('an option that a function does not know', () => {
  it('is refused by every public function with options', () => {
    const open = takingOptions
      .filter(({ name, whole }) => !whole.includes('refuseUnknown(') && elsewhere[name] === undefined)
      .map(({ path, name }) => `${path}: ${name}`);
    expect(takingOptions.length).toBeGreaterThan(90);
    expect(open).toEqual([]);
  });

  it('the list of exceptions has no name too many', () => {
    const names = takingOptions
      .filter(({ whole }) => !whole.includes('refuseUnknown('))
      .map(({ name }) => name);
    expect(Object.keys(elsewhere).filter((name) => !names.includes(name))).toEqual([]);
  });
});
