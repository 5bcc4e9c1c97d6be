/** The inbox view: the list of messages, and the open one. */
export const inboxScript = `
import { request, emptyState, envLines, fill, h, time } from './dom.js';
import { renderMessage } from './message.js';

export function createInbox({ root, env, setBadge }) {
  const list = h('ol', { class: 'messages', 'aria-label': 'Messages, newest first' });
  const count = h('p', { class: 'count', role: 'status' });
  const clear = h('button', { type: 'button', class: 'quiet', onclick: removeAll }, 'Delete all');
  const reader = h('article', { class: 'reader', 'aria-label': 'Message' });
  const empty = emptyState(
    'No mail yet',
    'Mail to this service appears here. It is not delivered. Environment for your programs:',
    envLines(env, ['PLUNK_', 'SMTP_']),
  );
  const columns = h(
    'div',
    { class: 'columns' },
    h('div', { class: 'side' }, h('div', { class: 'bar' }, count, clear), list),
    reader,
  );
  fill(root, columns, empty);

  let messages = [];
  let openId;
  let shownId;
  let latest = 0;

  async function refresh() {
    const turn = ++latest;
    const answer = await request('/api/messages').catch(() => undefined);
    if (answer === undefined || turn !== latest) return;
    messages = answer.messages;
    setBadge(answer.total);
    count.textContent = answer.total === 1 ? '1 message' : answer.total + ' messages';
    empty.hidden = answer.total > 0;
    columns.hidden = answer.total === 0;
    draw();
  }

  function draw() {
    fill(list, ...messages.map(renderRow));
    root.classList.toggle('reading', openId !== undefined);
    if (openId === undefined && messages.length > 0 && matchMedia('(min-width: 760px)').matches)
      open(messages[0].id);
    else if (openId !== undefined) open(openId);
  }

  function renderRow(message) {
    const link = h(
      'a',
      {
        href: '#/inbox/' + encodeURIComponent(message.id),
        'data-key': message.id,
        'aria-current': message.id === (openId ?? shownId) ? 'true' : undefined,
      },
      h('span', { class: 'from' }, message.from || '(no sender)'),
      h('span', { class: 'when' }, time(message.receivedAt)),
      h('span', { class: 'subject' }, message.subject || '(no subject)'),
      h('span', { class: 'preview' }, message.preview),
      h(
        'span',
        { class: 'tags' },
        h('span', { class: 'tag' }, message.via === 'smtp' ? 'SMTP' : 'HTTP'),
        'to ' +
          message.to.join(', ') +
          (message.recipients > 3 ? ' and ' + (message.recipients - 3) + ' more' : ''),
        message.attachments > 0 &&
          ', ' + message.attachments + (message.attachments === 1 ? ' file' : ' files'),
      ),
    );
    return h('li', {}, link);
  }

  async function open(id) {
    if (id === shownId) return mark(id);
    shownId = id;
    mark(id);
    const message = await request('/api/messages/' + encodeURIComponent(id)).catch((error) => ({
      problem: error.message,
    }));
    if (shownId !== id) return;
    if (message.problem !== undefined) {
      shownId = undefined;
      fill(reader, h('p', { class: 'empty' }, 'This message was deleted.'));
    } else fill(reader, ...renderMessage(message));
    reader.scrollTop = 0;
  }

  function mark(id) {
    for (const link of list.querySelectorAll('a')) {
      if (link.dataset.key === id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  }

  async function removeAll() {
    await request('/api/messages', { method: 'DELETE' });
    openId = undefined;
    shownId = undefined;
    fill(reader);
    location.hash = '#/inbox';
  }

  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
    if (step === undefined) return;
    const links = [...list.querySelectorAll('a')];
    const next = links[links.indexOf(document.activeElement) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });

  refresh();
  return {
    refresh,
    show([id]) {
      openId = id;
      draw();
    },
  };
}
`;
