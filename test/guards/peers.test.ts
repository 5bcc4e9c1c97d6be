import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { undiciPeer } from '../../packages/core/src/undici/undici-transport.ts';
import { bullmqPeer } from '../../packages/email/src/bullmq/load-bullmq.ts';
import { htmlToTextPeer } from '../../packages/email/src/content/text-from-html.ts';
import { reactPeer } from '../../packages/realtime/src/react/react.ts';
import { vuePeer } from '../../packages/realtime/src/vue/vue.ts';
import { engineVersion } from '../../packages/routing/src/drivers/embedded/engine/engine-package.ts';
import { instructionsPeer } from '../../packages/routing/src/drivers/osrm/write-instructions.ts';
import { mcpServer } from '../../packages/sandbox/src/cli/commands/mcp.ts';
import { publishedPackages, root } from '../../scripts/package-entries.ts';

const read = (path: string) => readFileSync(root + path, 'utf8');

/** The table of the decision record. */
const rows = [
  ...read('docs/decisions/0029-runtime-dependencies.md').matchAll(
    /^\| (\S+) \| `([^`]+)` \| .+ \| (\d+\.\d+\.\d+) \|$/gm,
  ),
].map(([, name = '', range = '', needs = '']) => ({ name, range: range.replaceAll('\\|', '|'), needs }));

/** What the code that loads a peer needs. Types alone, and static imports, need what the manifest says. */
const inCode: Readonly<Record<string, string>> = {
  [undiciPeer.name]: undiciPeer.from,
  [bullmqPeer.name]: bullmqPeer.from,
  [htmlToTextPeer.name]: htmlToTextPeer.from,
  [reactPeer.name]: reactPeer.from,
  [vuePeer.name]: vuePeer.from,
  [instructionsPeer.name]: instructionsPeer.from,
  '@valhallajs/valhallajs': engineVersion,
  '@modelcontextprotocol/server': mcpServer.split('^')[1] ?? '',
  '@opentelemetry/api': '1.9.0',
  vitest: '3.0.0',
};

const numbers = (version: string) => version.split('.').map(Number);
const isAtMost = (version: string, other: string) => {
  const [own, others] = [numbers(version), numbers(other)];
  const place = own.findIndex((number, index) => number !== (others[index] ?? 0));
  return place === -1 || (own[place] ?? 0) < (others[place] ?? 0);
};

describe('optional peers', () => {
  it('have the range of the record in each manifest, and no other peer is there', () => {
    const peers = publishedPackages().flatMap(({ manifest }) =>
      Object.entries(manifest.peerDependencies ?? {}),
    );
    const ranges = Object.fromEntries(rows.map(({ name, range }) => [name, range]));
    expect(Object.keys(ranges).sort()).toEqual([...new Set(peers.map(([name]) => name))].sort());
    expect(peers.filter(([name, range]) => ranges[name] !== range)).toEqual([]);
  });

  it('are needed by the code in the version of the record, which the range allows', () => {
    expect(Object.fromEntries(rows.map(({ name, needs }) => [name, needs]))).toEqual(inCode);
    // Also an older version may be there where the code looks at it: the least of the range is no newer.
    const least = (range: string) => /\d+(?:\.\d+)*/.exec(range)?.[0] ?? '';
    expect(rows.filter(({ range, needs }) => !isAtMost(least(range), needs))).toEqual([]);
    const checked = [undiciPeer, bullmqPeer, reactPeer, vuePeer].map(({ name }) => name);
    const narrower = rows.filter(({ range, needs }) => !isAtMost(needs, least(range)));
    expect(narrower.map(({ name }) => name).sort()).toEqual(checked.sort());
  });

  it.each([
    ['packages/core/docs/transports.md', '`undici`', undiciPeer],
    ['packages/realtime/docs/react.md', 'React', reactPeer],
    ['packages/realtime/docs/vue-svelte.md', 'Vue', vuePeer],
  ])('%s names the version: %s', (page, name, { from }) => {
    expect(read(page)).toContain(`${name} ${from.replace(/(?:\.0){1,2}$/, '')} or later`);
  });

  it.each([
    ['packages/email/docs/queues.md', bullmqPeer.name, bullmqPeer.from],
    ['packages/routing/docs/osrm.md', instructionsPeer.name, instructionsPeer.from],
    ['packages/routing/docs/embedded.md', '@valhallajs/valhallajs', engineVersion],
  ])('%s installs the version: %s', (page, name, from) => {
    const installed = [...read(page).matchAll(/npm install[^\n`]*/g)].flatMap(([line]) => line.split(' '));
    const versions = installed
      .filter((word) => word.startsWith(`${name}@`))
      .map((word) => word.split('@').at(-1));
    expect(versions.length).toBeGreaterThan(0);
    expect(versions.filter((version) => !from.startsWith(version ?? ' '))).toEqual([]);
  });
});
