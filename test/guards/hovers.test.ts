import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SymbolFlags } from 'typescript/unstable/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages, root } from '../../scripts/package-entries.ts';
import { run } from '../../scripts/run.ts';
import { type DeclarationWalk, walkDeclarations } from '../support/declaration-walk.ts';
import { examplesOf, hoverExamples, moduleOf } from '../support/hover-examples.ts';
import { openDeclarations, type PublicDeclarations } from '../support/public-declarations.ts';
import { throwsTags, withoutCondition } from '../support/throws-tags.ts';

/** Types that no entry exports, each with its reason. */
const withoutName = new Map([
  ['PriorityQueue', 'the limiter’s own queue: only `deficitRoundRobin()` makes a `Fairness`'],
  ['BlindHtmlMessage', 'a member of `ContentMessage` that has blind copies alone'],
  ['BlindTextMessage', 'a member of `ContentMessage` that has blind copies alone'],
  ['BlindRenderedMessage', 'a member of `ContentMessage` that has blind copies alone'],
  ['BlindTemplateMessage', 'a member of `EmailMessage` that has blind copies alone'],
  ['BlindHtmlToSend', 'a member of `MessageToSend`'],
  ['BlindRenderedToSend', 'a member of `MessageToSend`'],
  ['BlindTemplateToSend', 'a member of `MessageToSend`'],
  ['BlindTextToSend', 'a member of `MessageToSend`'],
  ['EmailTemplateToSend', 'a member of `MessageToSend`'],
  ['EmailTemplateWithOwn', 'a member of `MessageToSend`'],
  ['EmlToSend', 'a member of `MessageToSend`'],
  ['HtmlToSend', 'a member of `MessageToSend`'],
  ['RenderedToSend', 'a member of `MessageToSend`'],
  ['TextToSend', 'a member of `MessageToSend`'],
  ['GenericMessage', 'the fields of a message that the table of `generic()` has'],
  ['CommonFields', 'the fields of a message that all drivers of a composition carry'],
  ['Fixed', 'the fields of a message that are the same for every SMTP relay'],
  ['EitherClusterOrHost', 'a text that the compiler shows for two options that exclude each other'],
]);

describe('what an editor shows for a public name', () => {
  let declarations: PublicDeclarations;
  let walk: DeclarationWalk;

  beforeAll(() => {
    declarations = openDeclarations();
    walk = walkDeclarations(declarations, new Set(withoutName.keys()));
  });

  afterAll(() => declarations.close());

  it('has a condition for each error', () => {
    const tags = walk.texts.flatMap(({ file, text }) => throwsTags(text).map((words) => ({ file, words })));
    expect(tags.length).toBeGreaterThan(200);
    expect(tags.filter(({ words }) => withoutCondition(words))).toEqual([]);
  });

  it('has types that can be imported', () => {
    expect(walk.hidden).toEqual([]);
    expect(walk.stopped, 'types that still need no name').toEqual(new Set(withoutName.keys()));
  });

  it('has an example for each function that a guide imports', () => {
    const imported = importsOfGuides();
    const { checker } = declarations.project;
    const functions = [...declarations.exported].filter(
      ([symbol, names]) => symbol.flags & SymbolFlags.Function && names.some((name) => imported.has(name)),
    );
    expect(functions.length).toBeGreaterThan(100);
    const without = functions.filter(([symbol]) => examplesOf(symbol, checker).length === 0);
    expect(without.map(([, names]) => names)).toEqual([]);
  });

  it('has examples without type errors', async () => {
    // Inside `examples`, where an example resolves the packages like a reader's project.
    const folder = join(root, 'examples', `.hovers-${process.pid}`);
    mkdirSync(folder);
    try {
      for (const name of ['readme/ambient.d.ts', 'support/hover-names.d.ts'])
        copyFileSync(join(root, 'test', name), join(folder, name.replace('/', '-')));
      // React, Vue, and the clients of stores and secret managers.
      symlinkSync(join(root, 'packages', 'core', 'node_modules'), join(folder, 'node_modules'));
      for (const example of hoverExamples(declarations)) {
        const file = `${example.of.replace(/\W+/g, '-')}.tsx`;
        writeFileSync(join(folder, file), moduleOf(example, declarations));
      }
      // The compiler does not check declaration files.
      const names = readFileSync(join(root, 'test/support/hover-names.d.ts'), 'utf8');
      writeFileSync(join(folder, 'names.ts'), `${names}export {};\n`);
      const compilerOptions = { noUnusedLocals: false, noUnusedParameters: false, jsx: 'react-jsx' };
      const settings = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
      await run('tsc', ['-p', folder], { cwd: folder });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** What READMEs and guides import of our packages: `@org/email/plunk:plunk`. */
function importsOfGuides(): ReadonlySet<string> {
  const readmes = publishedPackages().map(({ name }) => `packages/${name}/README.md`);
  const guides = ['README.md', ...readmes, ...globSync('{docs,packages/*/docs}/*.md', { cwd: root })];
  const names = guides.flatMap((guide) => {
    const text = readFileSync(join(root, guide), 'utf8');
    const blocks = [...text.matchAll(/^```tsx?\b.*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    return blocks.flatMap((code) =>
      [...code.matchAll(/import\s+\{([^}]*)\}\s+from\s+'(@org\/[^']+)'/g)].flatMap(([, list = '', from]) =>
        list.split(',').map((item) => `${from}:${item.trim().split(/\s+as\s+/)[0]}`),
      ),
    );
  });
  return new Set(names);
}
