import { useRef, useState } from 'preact/hooks';
import { complain } from '../toast.tsx';
import { changeMessage } from './messages.ts';

/** The tags of a message: each can be removed, and new ones added. */
export function TagEditor({ id, tags: given }: { id: string; tags: readonly string[] }) {
  const [tags, setTags] = useState(given);
  const latest = useRef(given);
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  // Shown at once, and saved one after the other: a quick second change keeps the first.
  const change = (wanted: readonly string[]) => {
    setTags(wanted);
    latest.current = wanted;
    const save = async () => {
      const changed = await changeMessage(id, { tags: wanted });
      if (latest.current === wanted) setTags(changed.tags);
    };
    saving.current = saving.current.then(save).catch(complain);
  };
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector('input');
    const name = input?.value.trim() ?? '';
    if (input) input.value = '';
    if (name !== '') change([...tags, name]);
  };
  return (
    <form class="tag-editor" onSubmit={add}>
      {tags.map((tag) => (
        <button
          key={tag}
          type="button"
          class="tag"
          aria-label={`Remove the tag ${tag}`}
          title="Remove this tag"
          onClick={() => change(tags.filter((each) => each !== tag))}
        >
          {tag} ×
        </button>
      ))}
      <input aria-label="Add a tag" placeholder="Add a tag" maxLength={100} />
    </form>
  );
}
