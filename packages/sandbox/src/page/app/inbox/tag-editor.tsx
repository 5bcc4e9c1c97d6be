import { useState } from 'preact/hooks';
import type { MessageSummary } from '../../inbox-routes.ts';
import { changeMessage } from './messages.ts';

/** The tags of a message: each can be removed, and new ones added. */
export function TagEditor({ id, tags: given }: { id: string; tags: readonly string[] }) {
  const [tags, setTags] = useState(given);
  const change = async (wanted: readonly string[]) => {
    const changed: MessageSummary = await changeMessage(id, { tags: wanted });
    setTags(changed.tags);
  };
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector('input');
    const name = input?.value.trim() ?? '';
    if (input) input.value = '';
    if (name !== '') void change([...tags, name]);
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
          onClick={() => void change(tags.filter((each) => each !== tag))}
        >
          {tag} ×
        </button>
      ))}
      <input aria-label="Add a tag" placeholder="Add a tag" maxLength={100} />
    </form>
  );
}
