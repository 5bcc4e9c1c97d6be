/** The channels view: live channels, recent activity, and a form to publish. */
export const channelsScript = `
import { request, emptyState, envLines, fill, h, time } from './dom.js';

const labels = {
  connected: 'connected',
  refused: 'connection refused',
  disconnected: 'disconnected',
  subscribed: 'subscribed',
  'subscription-refused': 'subscription refused',
  unsubscribed: 'unsubscribed',
  'signed-in': 'signed in',
  event: 'event',
  'client-event': 'client event',
  'request-refused': 'request refused',
  webhook: 'webhook',
  'webhook-failed': 'webhook failed',
  'protocol-error': 'protocol error',
};

export function createChannels({ root, env, setBadge }) {
  const count = h('p', { class: 'count', role: 'status' });
  const list = h('ul', { class: 'channel-list', 'aria-label': 'Channels' });
  const names = h('datalist', { id: 'channel-names' });
  const log = h('ol', { class: 'log', 'aria-label': 'Activity, newest first' });
  const outcome = h('p', { class: 'outcome', role: 'status' });
  const channel = h('input', {
    id: 'event-channel',
    required: true,
    list: 'channel-names',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '200',
    placeholder: 'orders',
  });
  const name = h('input', {
    id: 'event-name',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '200',
    placeholder: 'paid',
  });
  const data = h('textarea', { id: 'event-data', rows: '3', spellcheck: 'false', maxlength: '10240' });
  data.value = '{"hello":"world"}';
  const form = h(
    'form',
    { class: 'publish', onsubmit: publish },
    h('h2', {}, 'Publish an event'),
    h(
      'div',
      { class: 'fields' },
      h('label', { for: 'event-channel' }, 'Channel'),
      channel,
      names,
      h('label', { for: 'event-name' }, 'Event'),
      name,
      h('label', { for: 'event-data' }, 'Data'),
      data,
    ),
    h('div', { class: 'bar' }, h('button', { type: 'submit' }, 'Publish'), outcome),
  );
  fill(
    root,
    h(
      'div',
      { class: 'columns' },
      h('div', { class: 'side' }, h('div', { class: 'bar' }, count), list, form),
      h('div', { class: 'activity' }, h('h2', {}, 'Activity'), log),
    ),
  );

  let latest = 0;

  async function refresh() {
    const turn = ++latest;
    const answer = await request('/api/channels').catch(() => undefined);
    if (answer === undefined || turn !== latest) return;
    setBadge(answer.total);
    count.textContent = plural(answer.total, 'channel') + ', ' + plural(answer.connections, 'connection');
    fill(
      list,
      ...(answer.channels.length > 0
        ? answer.channels.map(renderChannel)
        : [
            h(
              'li',
              { class: 'none' },
              emptyState(
                'No channels yet',
                'A channel appears here when a client subscribes to it. Environment for your programs:',
                envLines(env, ['REALTIME_']),
              ),
            ),
          ]),
    );
    fill(names, ...answer.channels.map((entry) => h('option', { value: entry.name })));
    fill(
      log,
      ...(answer.activity.length > 0
        ? answer.activity.map(renderActivity)
        : [h('li', { class: 'hint' }, 'No activity yet.')]),
    );
  }

  function renderChannel(entry) {
    return h(
      'li',
      { class: 'channel' },
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          'data-key': entry.name,
          title: 'Publish to this channel',
          onclick: () => {
            channel.value = entry.name;
            name.focus();
          },
        },
        h('span', { class: 'name' }, entry.name),
        h('span', { class: 'tag ' + entry.kind }, entry.kind),
        h('span', { class: 'hint' }, plural(entry.subscriptionCount, 'subscriber')),
      ),
      entry.users > 0 &&
        h(
          'p',
          { class: 'users' },
          ...entry.userIds.map((id) => h('span', { class: 'user' }, id)),
          entry.users > entry.userIds.length &&
            h('span', { class: 'hint' }, 'and ' + (entry.users - entry.userIds.length) + ' more'),
        ),
      entry.cached &&
        h(
          'p',
          { class: 'hint' },
          'cached event ',
          h('code', {}, entry.cached.event),
          ' until ',
          time(entry.cached.expiresAt),
        ),
    );
  }

  function renderActivity(entry) {
    return h(
      'li',
      { class: 'kind-' + entry.kind },
      h('span', { class: 'when' }, time(entry.at)),
      h('span', { class: 'what' }, labels[entry.kind] ?? entry.kind),
      h(
        'span',
        { class: 'which' },
        entry.channel && h('span', { class: 'name' }, entry.channel),
        entry.event && h('span', { class: 'event-name' }, entry.event),
        entry.userId && h('span', { class: 'user' }, entry.userId),
        entry.socketId && h('span', { class: 'hint' }, entry.socketId),
        entry.detail && h('span', { class: 'hint' }, entry.detail),
        renderEncryption(entry),
      ),
      entry.preview && h('code', { class: 'preview' }, entry.preview.slice(0, 400)),
    );
  }

  // The service has no key: what it shows of an encrypted channel is what it received.
  function renderEncryption({ channel = '', preview }) {
    if (!preview || !channel.startsWith('private-encrypted-')) return undefined;
    return preview.includes('"ciphertext":"')
      ? h('span', { class: 'tag encrypted' }, 'encrypted')
      : h('span', { class: 'tag' }, 'not encrypted');
  }

  async function publish(event) {
    event.preventDefault();
    outcome.textContent = '';
    try {
      await request('/api/events', {
        method: 'POST',
        json: { channel: channel.value.trim(), event: name.value.trim(), data: data.value },
      });
      outcome.textContent = 'Published.';
      outcome.className = 'outcome';
    } catch (error) {
      outcome.textContent = error.message;
      outcome.className = 'outcome bad';
    }
  }

  refresh();
  return { refresh, show() {} };
}

function plural(number, word) {
  return number + ' ' + word + (number === 1 ? '' : 's');
}
`;
