// Source: CSS Syntax Module Level 3. Enough of it to tell declarations, selectors and at-rules apart.

/** The parts of a style sheet, or of a `style` attribute. */
export interface CssParts {
  /** With strings that are empty. */
  readonly declarations: readonly { readonly property: string; readonly value: string }[];
  readonly selectors: readonly string[];
  readonly atRules: readonly { readonly name: string; readonly prelude: string }[];
  /** A rule stands in another rule. */
  readonly nested: number;
}

/** `rule` has declarations; `group` has rules; the rest of an at-rule is skipped. */
type Block = 'rule' | 'group' | 'skipped';

const special = /["'(){};]|\/\*/g;
const groups = new Set(['media', 'supports', 'layer', 'container', 'scope', 'document', 'keyframes']);

/** Splits any CSS into its parts, in linear time. */
export function readCss(css: string, isAttribute = false): CssParts {
  const declarations: { property: string; value: string }[] = [];
  const selectors: string[] = [];
  const atRules: { name: string; prelude: string }[] = [];
  const blocks: Block[] = isAttribute ? ['rule'] : [];
  let nested = 0;
  let text = '';
  let depth = 0;

  const endStatement = (): void => {
    const statement = text.trim();
    text = '';
    if (statement.startsWith('@')) atRules.push(readAtRule(statement));
    const colon = statement.indexOf(':');
    if (colon <= 0 || statement.startsWith('@') || blocks.at(-1) !== 'rule') return;
    const property = statement.slice(0, colon).trim().toLowerCase();
    declarations.push({ property, value: statement.slice(colon + 1).trim() });
  };
  const openBlock = (): void => {
    const prelude = text.trim();
    text = '';
    if (prelude.startsWith('@')) {
      const rule = readAtRule(prelude);
      atRules.push(rule);
      blocks.push(groups.has(rule.name) ? 'group' : 'skipped');
      return;
    }
    if (blocks.at(-1) === 'rule') nested += 1;
    if (blocks.at(-1) !== 'skipped') selectors.push(prelude);
    blocks.push(blocks.at(-1) === 'skipped' ? 'skipped' : 'rule');
  };
  const read = (mark: string): void => {
    if (mark === '(') depth += 1;
    if (mark === ')') depth = Math.max(0, depth - 1);
    if (depth > 0 || mark === ')' || (mark !== ';' && mark !== '{' && mark !== '}')) text += mark;
    else if (mark === '{') openBlock();
    else endStatement();
    if (depth === 0 && mark === '}') blocks.pop();
  };

  let at = 0;
  while (at < css.length) {
    special.lastIndex = at;
    const found = special.exec(css);
    const end = found?.index ?? css.length;
    text += css.slice(at, end);
    at = end;
    if (found === null) break;
    const [mark] = found;
    if (mark === '/*') at = after(css, '*/', end + 2);
    else if (mark === '"' || mark === "'") {
      at = endOfString(css, end);
      text += mark + mark;
    } else {
      read(mark);
      at = end + 1;
    }
  }
  endStatement();
  return { declarations, selectors, atRules, nested };
}

function readAtRule(statement: string): { name: string; prelude: string } {
  const [, name = '', prelude = ''] = /^@([\w-]{1,60})([\s\S]*)$/.exec(statement) ?? [];
  return { name: name.toLowerCase().replace(/^-(?:webkit|moz|o|ms)-/, ''), prelude: prelude.trim() };
}

/** A string ends at its quote, or at the end of a line. */
function endOfString(css: string, start: number): number {
  const quote = css.charAt(start);
  for (let at = start + 1; at < css.length; at += 1) {
    const character = css.charAt(at);
    if (character === '\\') at += 1;
    else if (character === quote || character === '\n') return at + 1;
  }
  return css.length;
}

function after(css: string, text: string, start: number): number {
  const at = css.indexOf(text, start);
  return at === -1 ? css.length : at + text.length;
}
