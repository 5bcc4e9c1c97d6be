import { type Route, route } from '../../http/router.ts';
import { fieldsOf, textsOf } from '../kit/fields.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { cleanTag, hasTag, tagsOf } from '../message/tags.ts';
import { ok, refused } from './answers.ts';

/** The routes of tags: list, set, rename, delete. */
export function tagRoutes(mailbox: Mailbox): readonly Route[] {
  /** Changes the tags of all messages with one tag. Returns their number. */
  const change = (tag: string, changeTags: (others: readonly string[]) => readonly string[]): number => {
    const tagged = mailbox.list().filter(({ tags }) => hasTag(tags, tag));
    for (const { id, tags } of tagged)
      mailbox.setTags([id], changeTags(tags.filter((each) => !hasTag([each], tag))));
    return tagged.length;
  };
  return [
    route('GET', '/api/v1/tags', () => ({ status: 200, json: tagsOf(mailbox.list()) })),
    route('PUT', '/api/v1/tags', (request) => {
      const { IDs, Tags } = fieldsOf(request.json());
      mailbox.setTags(textsOf(IDs), textsOf(Tags));
      return ok;
    }),
    route('PUT', '/api/v1/tags/:tag', (request, { tag = '' }) => {
      const name = cleanTag(String(fieldsOf(request.json())['Name'] ?? ''));
      if (name === '') return refused('invalid tag name');
      const isTaken = tag.toLowerCase() !== name.toLowerCase() && hasTag(tagsOf(mailbox.list()), name);
      if (isTaken) return refused(`tag already exists: ${name}`);
      return change(tag, (others) => [...others, name]) === 0 ? refused(`tag not found: ${tag}`) : ok;
    }),
    route('DELETE', '/api/v1/tags/:tag', (_, { tag = '' }) =>
      change(tag, (others) => others) === 0 ? refused(`tag not found: ${tag}`) : ok,
    ),
  ];
}
