/** The project view: contacts, lists, campaigns and suppression rules of the mail service. */
export const projectScript = `
import { emptyState, fill, h, request, time } from './dom.js';

export function createProject({ root }) {
  const parts = h('div', { class: 'project-parts' });
  fill(root, parts);

  function table(title, columns, rows, total = rows.length) {
    const caption = total > rows.length ? title + ' (' + rows.length + ' of ' + total + ')' : title;
    if (rows.length === 0) return [h('h2', {}, caption), h('p', { class: 'note' }, 'None yet.')];
    return [
      h('h2', {}, caption),
      h(
        'table',
        { 'aria-label': title },
        h('thead', {}, h('tr', {}, columns.map((column) => h('th', { scope: 'col' }, column)))),
        h('tbody', {}, rows.map((cells) => h('tr', {}, cells.map((cell) => h('td', {}, cell))))),
      ),
    ];
  }

  async function refresh() {
    try {
      const { contacts, lists, campaigns, suppressions } = await request('/api/project');
      fill(
        parts,
        table(
          'Contacts',
          ['Address', 'Subscribed', 'Fields', 'Changed'],
          contacts.items.map((contact) => [
            contact.email,
            contact.subscribed ? 'yes' : 'no',
            contact.data === null ? '' : JSON.stringify(contact.data),
            time(contact.updatedAt),
          ]),
          contacts.total,
        ),
        table('Lists', ['Name', 'Members'], lists.map((list) => [list.name, String(list.memberCount)])),
        table(
          'Campaigns',
          ['Name', 'Subject', 'Status', 'Sent'],
          campaigns.map(({ name, subject, status, sentCount }) => [name, subject, status, String(sentCount)]),
        ),
        table(
          'Suppression rules',
          ['Kind', 'Pattern', 'On'],
          suppressions.map(({ kind, pattern, enabled }) => [kind, pattern, enabled ? 'yes' : 'no']),
        ),
      );
    } catch (error) {
      fill(parts, emptyState('The project did not load', error.message));
    }
  }

  return { show: refresh, refresh };
}
`;
