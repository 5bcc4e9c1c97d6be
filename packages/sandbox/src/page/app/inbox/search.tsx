import { useAnswer } from '../server.ts';

const terms: readonly (readonly [term: string, meaning: string])[] = [
  ['from:', 'sender'],
  ['to:', 'recipient'],
  ['subject:', 'words of the subject'],
  ['tag:', 'a tag'],
  ['is:unread', 'not opened yet'],
  ['is:tagged', 'with a tag'],
  ['has:attachment', 'with a file'],
  ['outcome:suppressed', 'accepted, and not delivered'],
  ['outcome:bounced', 'bounced at a recipient'],
  ['outcome:scheduled', 'for later'],
  ['after:', 'a date, such as 2026-01-31'],
  ['before:', 'a date'],
  ['larger:', 'a size, such as 20kb'],
  ['addressed:', 'any address'],
  ['-', 'leaves the next word out'],
];

/** The term for a tag: in quotes with a space. */
export function tagTerm(tag: string): string {
  return tag.includes(' ') ? `tag:"${tag}"` : `tag:${tag}`;
}

/** Adds a term to a query, or takes it out. */
export function toggleTerm(query: string, term: string): string {
  const padded = ` ${query} `;
  const without = padded.replace(` ${term} `, ' ').trim();
  return padded.includes(` ${term} `) ? without : `${query} ${term}`.trim();
}

/** The search box with hints for its language, and a button for each tag. */
export function Search({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { answer } = useAnswer<{ readonly tags: readonly string[] }>('/api/tags', 'inbox');
  const tags = answer?.tags ?? [];
  const start = query.lastIndexOf(' ') + 1;
  const hints = [...terms, ...tags.slice(0, 50).map((tag) => [tagTerm(tag), 'a tag'] as const)].filter(
    ([term]) => term !== query.slice(start) && term.startsWith(query.slice(start)),
  );
  return (
    <>
      <input
        type="search"
        aria-label="Search mail"
        placeholder="Search mail"
        aria-keyshortcuts="/"
        list="search-hints"
        value={query}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id="search-hints">
        {hints.map(([term, meaning]) => (
          <option key={term} value={query.slice(0, start) + term}>
            {meaning}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** A button for each tag, which filters the list. */
export function TagFilter({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { answer } = useAnswer<{ readonly tags: readonly string[] }>('/api/tags', 'inbox');
  const tags = answer?.tags ?? [];
  if (tags.length === 0) return null;
  return (
    <fieldset class="tag-filter">
      <legend class="sr">Filter by tag</legend>
      {tags.slice(0, 30).map((tag) => (
        <button
          key={tag}
          type="button"
          class="tag"
          aria-pressed={` ${query} `.includes(` ${tagTerm(tag)} `)}
          onClick={() => onChange(toggleTerm(query, tagTerm(tag)))}
        >
          {tag}
        </button>
      ))}
    </fieldset>
  );
}
