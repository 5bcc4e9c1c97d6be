import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import ProjectSequencer from './scripts/project-sequencer.ts';
import TotalsReporter from './scripts/totals-reporter.ts';

const conditions = ['@org/source', 'node', 'import', 'module', 'default'];

/**
 * Change the modules (`vi.mock()`) or the network (nock) of their process, or measure time, which garbage
 * collection in a heap full of other files' objects prolongs, or need that no other file's client is open.
 * Other files share workers.
 */
const alone: Readonly<Record<string, readonly string[]>> = {
  core: [
    'src/client.test.ts',
    'src/pipeline/{ky-transport,lazy-module}.test.ts',
    'test/{default-transport,undici-absent,undici-old}.test.ts',
  ],
  email: ['src/drivers/plunk/{decode,plunk}.test.ts', 'test/bullmq/old-version.test.ts'],
  realtime: ['src/connection/websocket-node.test.ts', 'src/server/{client-transport,load-part}.test.ts'],
  routing: ['src/model/polyline-flat.test.ts'],
};

/**
 * Packed installs, a browser for minutes, servers and programs that come and go, real waits, megabytes of
 * text through every driver, every fault at every step, a proof for each regular expression: only in
 * `npm run test:full`. A file that takes more than 3 s of a core belongs here, except contracts.
 */
const slow: Readonly<Record<string, readonly string[]>> = {
  repository: [
    'test/published/{bundled,entry-size,import,import-time,packed,page,programs,recipes}.test.ts',
    'test/published/{import-size,light/light,static-form,weight}.test.ts',
    'test/published/{realtime/chromium,runtimes/{realtime,runtimes}}.test.ts',
    'test/guards/{dependencies,hovers,old-peers,regular-expressions-all,unused}.test.ts',
    'test/examples/{courier,courier-dispatch,examples,fleet,own-email-driver,room,shop}.test.ts',
    'test/{peers/official-sdks,proof/own-tables}.test.ts',
    'test/{foreign-text/*,mistakes/{arguments,doors},readme/readme}.test.ts',
  ],
  core: [
    'test/{call,composite}-properties.test.ts',
    'test/{deadlines,descriptors,faults,hints,hostile,leaks,limiter-default,limiter-drain}.test.ts',
    'test/{pollution,stopped,streamed-responses,transports/transports}.test.ts',
    'test/redis/{faults,fleet,leases,limiter,lossy-store,replay-store,store}.test.ts',
  ],
  email: [
    'test/{inbound/{hostile,replies},webhook-samples/samples}.test.ts',
    'test/{answers/*,foreign-answers/foreign-answers,journal/{cut-journal,killed-run}}.test.ts',
    'test/truth/{queue,run,store}-properties.test.ts',
    'test/smtp-{dkim,faults,pool,proxy-segments,read-ahead,transactions,verify}.test.ts',
    'test/{cli/{cli,send},light/contract,process-exit,suite-mutants,webhook-peers,with-options}.test.ts',
  ],
  realtime: [
    'test/{bursts,cli/cli,foreign-answers,node-web-socket,standstill/standstill}.test.ts',
    'test/transports/channels.test.ts',
  ],
  routing: [
    'src/drivers/embedded/{map/map-lock,tiles}.test.ts',
    'src/model/polyline/polyline.test.ts',
    'test/cli/{files,round-trip,service,usage}.test.ts',
    'test/embedded/{same-answer,tile-damage,time-limit}.test.ts',
    'test/{added-option,advice,bad-answers,failover-faults,foreign-answers,job-properties}.test.ts',
    'test/{files/table-properties,large/pace,osrm/decode,picture-looks,valhalla/engine}.test.ts',
  ],
  sandbox: [
    'test/page-{client,features,hostile-mail,looks,mail,release,search,town-map,views,webhooks}.test.ts',
    'test/{bin,container,kept-state,mcp/mcp,routing-robustness,tls}.test.ts',
    'test/mail-doors/{contract,doors,every-operation,large-bodies,webhook-batches,webhooks}.test.ts',
    'test/{mailpit/mailpit,preview,reset-all}.test.ts',
    'test/map-{extracts,folder,prepare}.test.ts',
    'test/testing/{playwright,worker}.test.ts',
    'test/routing-wires/{contract,hostile,vrp}.test.ts',
  ],
};

const projectsOf = (name: string, mode: string) => {
  const { [name]: apart = [] } = alone;
  const settings = { extends: true as const, root: `packages/${name}` };
  const include = ['src/**/*.test.ts', 'test/**/*.test.ts'];
  const exclude = [...apart, ...slowOf(name, mode)];
  return [
    { ...settings, test: { name: `${name}-alone`, include: [...apart] } },
    { ...settings, test: { name, include, exclude, isolate: false } },
  ];
};

function slowOf(name: string, mode: string): string[] {
  return mode === 'full' ? [] : [...(slow[name] ?? [])];
}

const realtimeFile = (path: string) => fileURLToPath(new URL(`packages/realtime/${path}`, import.meta.url));

/** Suites of the client that also run on the light client, with all of its parts. */
const lightProjects = [
  // With the platform's WebSocket, as it is published.
  {
    name: 'realtime-light',
    alias: [{ find: '#websocket', replacement: realtimeFile('src/connection/websocket-platform.ts') }],
    suites: [
      'acting-listeners,all-events,authorization,batch-authorization,channel-name-length,channels',
      'channel-sequences,client-events,codecs,diagnose,encryption,env-address,frame-transcripts,gaps,heal',
      'hostile-server,late-confirmations,linger,presence,recovery,refetch,reports,retries,shared-socket',
      'sign-in,sign-in-protocol,typed-presence,user-endpoint,wrong-input,faults/scenarios',
    ],
  },
  // These name the cause of a failed connection, which no WebSocket of a platform has.
  {
    name: 'realtime-light-ws',
    alias: [],
    suites: ['connection,inspect,own-socket,reasons,wire/frame-violations'],
  },
].map(({ name, alias, suites }) => {
  const find = /^(?:\.\.\/)+src\/index\.ts$/;
  const names = { find, replacement: realtimeFile('test/light/full-names.ts') };
  return {
    extends: true as const,
    root: 'packages/realtime',
    resolve: { alias: [names, ...alias] },
    test: { name, include: [`test/{${suites}}.test.ts`], isolate: false },
  };
});

export default defineConfig(({ mode }) => ({
  resolve: { conditions },
  // As Node resolves: the files that packages offer to bundlers are not for it.
  ssr: { resolve: { conditions: conditions.filter((condition) => condition !== 'module') } },
  define: { __PACKAGE_VERSION__: JSON.stringify('0.0.0-test') },
  test: {
    reporters: ['default', new TotalsReporter()],
    setupFiles: [fileURLToPath(new URL('test/support/settle-imports.ts', import.meta.url))],
    // Many tests wait for sockets, other processes and a browser. The default, one worker less than cores,
    // leaves cores idle.
    maxWorkers: availableParallelism() + 1,
    // Most of what a test makes dies young: a larger nursery leaves less to the garbage collector.
    execArgv: ['--max-semi-space-size=64'],
    // Workers and the hundreds of programs that tests start compile, and strip of types, each file once.
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)) },
    // What real sockets and processes do takes as long as the machine lets it: these end only what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: ProjectSequencer, shuffle: { tests: true } },
    coverage: {
      provider: 'v8',
      // Relative to the folder of each package.
      include: ['**/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'lcovonly'],
      reportOnFailure: true,
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'repository',
          include: ['test/**/*.test.ts'],
          exclude: slowOf('repository', mode),
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      ...['sandbox', 'routing', 'core', 'realtime', 'email'].flatMap((name) => projectsOf(name, mode)),
      ...(mode === 'full' ? lightProjects : []),
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['packages/*/test/**/*.test-d.ts'],
            tsconfig: 'tsconfig.types.json',
          },
        },
      },
    ],
  },
}));
