import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, type SourceFile, sourceFiles } from './source-files.ts';

const files = sourceFiles();
const packageOf = (path: string) => path.split('/')[1] ?? '';
const availableOf = (path: string) => path.split('/').slice(3, -1);

const internalImports: Record<string, readonly string[]> = {
  core: [],
  email: ['core'],
  routing: ['core'],
  realtime: ['core'],
  sandbox: ['core', 'email', 'routing', 'realtime'],
};

/** A bridge over what its own package publishes: it shares no code with it. */
const bridges = /^packages\/realtime\/src\/pusher-compat\//;

/** The allowed imports of other packages; the key `package/entry folder` is for one folder. */
const outsideImports: readonly { readonly inside: RegExp; readonly allowed: RegExp }[] = [
  { inside: /^packages\/core\/src\/(command|testing|node)\//, allowed: /^node:/ },
  { inside: /^packages\/core\/src\/undici\//, allowed: /^undici$/ },
  { inside: /^packages\/core\/src\/opentelemetry\//, allowed: /^@opentelemetry\/api$/ },
  { inside: /^packages\/core\/src\/pipeline\/ky-transport\.ts$/, allowed: /^ky$/ },
  { inside: /^packages\/core\/src\/pipeline\/call-parts\.ts$/, allowed: /^#transport$/ },
  { inside: /^packages\/core\/src\/light\/client\.ts$/, allowed: /^#light-transport$/ },
  { inside: /^packages\/core\/src\/pipeline\/engine\.ts$/, allowed: /^#log$/ },
  { inside: /^packages\/core\/src\/log\/environment\.ts$/, allowed: /^node:diagnostics_channel$/ },
  { inside: /^packages\/email\/src\/bullmq\//, allowed: /^bullmq$/ },
  // The types of the project's esbuild, and the text of a program that is written.
  { inside: /^packages\/sandbox\/src\/cli\/preview\//, allowed: /^(?:esbuild|mjml)$/ },
  { inside: /^packages\/routing\/src\/(checkpoint|cli)\//, allowed: /^node:/ },
  { inside: /^packages\/routing\/src\/files\/xml\.ts$/, allowed: /^saxes$/ },
  {
    inside: /^packages\/email\/src\/inbound\/(?:file-name|header-fields|parse-mime|to-inbound-mail)\.ts$/,
    allowed: /^postal-mime$/,
  },
  { inside: /^packages\/email\/src\/content\/text-from-html\.ts$/, allowed: /^html-to-text$/ },
  {
    inside: /^packages\/routing\/src\/drivers\/osrm\/write-instructions\.ts$/,
    allowed: /^osrm-text-instructions$/,
  },
  { inside: /^packages\/email\/src\/(?:cli|journal)\//, allowed: /^node:/ },
  { inside: /^packages\/email\/src\/drivers\/smtp\//, allowed: /^(nodemailer(\/.*)?|node:.*)$/ },
  { inside: /^packages\/routing\/src\/drivers\/embedded\//, allowed: /^(@valhallajs\/valhallajs|node:.*)$/ },
  { inside: /^packages\/realtime\/src\/connection\/websocket-node\.ts$/, allowed: /^ws$/ },
  { inside: /^packages\/realtime\/src\/(node\/|cli\/|diagnose\/check-network\.ts)/, allowed: /^node:/ },
  { inside: /^packages\/realtime\/src\/react\//, allowed: /^react$/ },
  { inside: /^packages\/realtime\/src\/vue\//, allowed: /^vue$/ },
  { inside: /^packages\/realtime\/src\/crypto\/secretbox\.ts$/, allowed: /^@noble\/ciphers\/salsa\.js$/ },
  { inside: /^packages\/realtime\/src\/connection\//, allowed: /^#websocket$/ },
  { inside: /^packages\/sandbox\/src\/page\/app\//, allowed: /^preact(\/hooks)?$/ },
  { inside: /^packages\/sandbox\/src\/page\/(?:assets|checks\/caniemail)\.ts$/, allowed: /^#page-files$/ },
  {
    inside: /^packages\/sandbox\/src\/mcp\/serve\.ts$/,
    allowed: /^@modelcontextprotocol\/server(\/stdio)?$/,
  },
  { inside: /^packages\/sandbox\/src\/testing\/vitest\.ts$/, allowed: /^vitest$/ },
  { inside: /^packages\/sandbox\/src\/mail\/kit\/handlebars/, allowed: /^@handlebars\/parser$/ },
  { inside: /^packages\/sandbox\/src\/map\/(osm-pbf|read-message)\.ts$/, allowed: /^pbf$/ },
  {
    inside: /^packages\/sandbox\/src\//,
    allowed: /^(node:.*|nodemailer(\/.*)?|smtp-server|postal-mime|ws)$/,
  },
  { inside: /^packages\/[^/]+\/src\//, allowed: /^zod\/mini$/ },
];

function violations(check: (file: SourceFile, specifier: string) => boolean): readonly string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => check(file, specifier))
      .map((specifier) => `${file.path} imports ${specifier}`),
  );
}

/** The file that a relative import means, from the root. */
const resolved = (file: SourceFile, specifier: string) => posix.join(posix.dirname(file.path), specifier);

it('these guards see imports of every form', () => {
  const seen = new Set(
    files.flatMap((file) => importsOf(file).map((specifier) => `${file.path} ${specifier}`)),
  );
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'packages/core/src/pipeline/ky-transport.ts ky',
      'packages/email/src/client.ts @org/core',
      'packages/realtime/src/server/calls/app-calls.ts ./operations.ts',
    ]),
  );
});

describe('directions between packages', () => {
  it('a package imports only those below it', () => {
    const bad = violations((file, specifier) => {
      const [, target] = /^@org\/([^/]+)/.exec(specifier) ?? [];
      if (bridges.test(file.path) && specifier === `@org/${packageOf(file.path)}`) return false;
      return target !== undefined && !internalImports[packageOf(file.path)]?.includes(target);
    });
    expect(bad).toEqual([]);
  });

  it('no relative import leaves its package', () => {
    const bad = violations(
      (file, specifier) =>
        specifier.startsWith('.') && packageOf(resolved(file, specifier)) !== packageOf(file.path),
    );
    expect(bad).toEqual([]);
  });

  it('third parties and node: stand only where a file may have them', () => {
    const bad = violations((file, specifier) => {
      if (specifier.startsWith('.') || specifier.startsWith('@org/')) return false;
      return !outsideImports.some(({ inside, allowed }) => inside.test(file.path) && allowed.test(specifier));
    });
    expect(bad).toEqual([]);
  });
});

describe('directions between rooms', () => {
  it('the model knows neither a wire nor a client', () => {
    const bad = violations((file, specifier) => {
      if (availableOf(file.path)[0] !== 'model' || !specifier.startsWith('.')) return false;
      return /\/src\/(drivers\/|client|driver\.ts)/.test(resolved(file, specifier));
    });
    expect(bad).toEqual([]);
  });

  it('a client knows no particular driver', () => {
    const bad = violations((file, specifier) => {
      if (
        availableOf(file.path)[0] === 'drivers' ||
        /\/src\/(testing|cli)\//.test(file.path) ||
        !specifier.startsWith('.')
      )
        return false;
      return packageOf(file.path) !== 'sandbox' && /\/src\/drivers\//.test(resolved(file, specifier));
    });
    expect(bad).toEqual([]);
  });

  it('a driver knows no client', () => {
    const bad = violations((file, specifier) => {
      if (availableOf(file.path)[0] !== 'drivers' || !specifier.startsWith('.')) return false;
      return /\/src\/(client\.ts|client\/|index\.ts)/.test(resolved(file, specifier));
    });
    expect(bad).toEqual([]);
  });
});
