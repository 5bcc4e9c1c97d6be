import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, sourceFiles } from './source-files.ts';

/** Core's rooms from the ground up: a room imports only from rooms above it in this list. */
const coreRooms = [
  'schema.ts',
  'safety.ts',
  'rates.ts',
  'errors',
  'options',
  'encoding',
  'time',
  'credentials',
  'observe',
  'http',
  'auth',
  'retry',
  'limits',
  'hedge.ts',
  'operation-context.ts',
  'hooks.ts',
  'operation.ts',
  'call-options.ts',
  'composite.ts',
  'task.ts',
  'engine-options.ts',
  'option-rules.ts',
  'call-defaults.ts',
  'node',
  'node-handler.ts',
  'pipeline',
  'client.ts',
  'driver',
  'light',
  'tables',
  'failover',
  'with-response.ts',
  'index.ts',
  'basics',
  'command',
  'headers',
  'ky',
  'undici',
  'resilience',
  'secrets',
  'bodies',
  'fetch',
  'paging',
  'parts',
  'polling',
  'webhooks',
  'redis',
  'log',
  'opentelemetry',
  'testing',
];

/** The rooms of the sandbox's mail from the ground up, in the same order. */
const mailRooms = [
  'message',
  'mailbox',
  'smtp-relay.ts',
  'pop3',
  'store',
  'events',
  'inbound',
  'state',
  'kit',
  'kit.ts',
  'providers',
  'mailpit',
  'service',
];
const mailFolder = 'packages/sandbox/src/mail/';

/** Each source file with the files of its own package that it imports, types and its own name included. */
const imports = new Map(
  sourceFiles().map((file) => {
    const [, name] = file.path.split('/');
    const targets = importsOf(file).map((specifier) =>
      specifier === `@org/${name}`
        ? `packages/${name}/src/index.ts`
        : posix.join(posix.dirname(file.path), specifier),
    );
    return [file.path, targets.filter((target) => target.startsWith('packages/'))];
  }),
);

/** Each folder in `src`, and each file that lies there, with those that it imports from. */
const folders = new Map<string, string[]>();
const folderOf = (path: string) => /^packages\/[^/]+\/src\/[^/]+/.exec(path)?.[0] ?? path;
for (const [file, targets] of imports) {
  const from = folderOf(file);
  const others = targets.filter((target) => imports.has(target)).map(folderOf);
  folders.set(from, [...(folders.get(from) ?? []), ...others.filter((to) => to !== from)]);
}

describe('rooms', () => {
  it('no two files import each other, on whatever way', () => {
    expect(circlesIn(imports)).toEqual([]);
  });

  it('no two folders import each other, on whatever way', () => {
    expect(circlesIn(folders)).toEqual([]);
  });

  it('a room of core imports only from the rooms below it', () => {
    expect(misplacedIn('packages/core/src/', coreRooms)).toEqual([]);
  });

  it("a room of the sandbox's mail imports only from the rooms below it", () => {
    expect(misplacedIn(mailFolder, mailRooms)).toEqual([]);
  });

  it("a mail service's wire imports its own files and the kit", () => {
    const wireOf = (path: string) => /^.+\/mail\/providers\/[^/]+\//.exec(path)?.[0];
    const foreign = [...imports].flatMap(([path, targets]) => {
      const wire = wireOf(path);
      if (wire === undefined) return [];
      return targets.filter((target) => !target.startsWith(wire) && target !== `${mailFolder}kit.ts`);
    });
    expect(foreign).toEqual([]);
  });
});

/** The files of a folder that stand in none of its rooms, and the imports of a room from one above it. */
function misplacedIn(folder: string, rooms: readonly string[]): string[] {
  const roomOf = (path: string) => rooms.indexOf(path.slice(folder.length).split('/')[0] ?? '');
  const files = [...imports.keys()].filter((path) => path.startsWith(folder));
  const upward = files.flatMap((path) =>
    (imports.get(path) ?? [])
      .filter((target) => target.startsWith(folder) && roomOf(target) > roomOf(path))
      .map((target) => `${path} imports ${target}`),
  );
  return [...files.filter((path) => roomOf(path) < 0), ...upward];
}

/** The groups that reach each other through imports (Tarjan's strongly connected components). */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    path.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (path.includes(target))
        lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(target) as number));
    }
    if (lowest.get(file) !== index) return;
    const members = path.splice(path.indexOf(file));
    if (members.length > 1) found.push(members);
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}
