/** One message: its header, and a tab for each view of it. */
export const messageScript = `
import { bytes, fill, h, time } from './dom.js';

export function renderMessage(message) {
  const path = '/messages/' + encodeURIComponent(message.id);
  const head = h(
    'header',
    { class: 'head' },
    h('a', { class: 'back', href: '#/inbox' }, '← Inbox'),
    h('h2', {}, message.subject || '(no subject)'),
    h(
      'dl',
      {},
      line('From', message.from),
      line('To', message.to.join(', ') || message.envelope.to.join(', ')),
      message.cc.length > 0 && line('Cc', message.cc.join(', ')),
      message.replyTo.length > 0 && line('Reply to', message.replyTo.join(', ')),
      isDifferent(message) &&
        line('Envelope', message.envelope.from + ' → ' + message.envelope.to.join(', ')),
      line(
        'Received',
        time(message.receivedAt),
        ' over ' + (message.via === 'smtp' ? 'SMTP' : 'the HTTP API') + ', ' + bytes(message.sizeBytes),
      ),
    ),
    message.defect !== undefined &&
      h('p', { class: 'problem' }, 'This message could not be parsed: ' + message.defect),
    message.attachments.length > 0 &&
      h(
        'ul',
        { class: 'attachments', 'aria-label': 'Attachments' },
        ...message.attachments.map((file) =>
          h(
            'li',
            {},
            h(
              'a',
              { href: path + '/attachments/' + file.index, download: file.name },
              h('span', { class: 'name' }, file.name),
              h('span', { class: 'hint' }, file.contentType + ', ' + bytes(file.sizeBytes)),
            ),
          ),
        ),
      ),
  );
  return [
    head,
    ...tabs(
      [
        message.hasHtml && { label: 'HTML', render: () => renderFrame(path) },
        message.text && { label: 'Text', render: () => h('pre', { tabindex: '0' }, message.text) },
        { label: 'Headers', render: () => renderHeaders(message.headers) },
        message.links.length > 0 && {
          label: 'Links',
          count: message.links.length,
          render: () => renderLinks(message.links),
        },
        { label: 'Source', render: () => renderSource(path, message.id) },
      ].filter(Boolean),
    ),
  ];
}

// Only the envelope shows blind copies and bounces.
function isDifferent({ from, to, cc, envelope }) {
  const shown = [from, ...to, ...cc].map((text) => (/<([^>]*)>$/.exec(text)?.[1] ?? text).toLowerCase());
  const real = [envelope.from, ...envelope.to].map((address) => address.toLowerCase());
  return shown.length !== real.length || real.some((address) => !shown.includes(address));
}

function line(name, ...value) {
  return h('div', {}, h('dt', {}, name), h('dd', {}, ...value));
}

// The policy of the response allows no scripts, forms or requests.
function renderFrame(path) {
  return h('iframe', {
    src: path + '/html',
    sandbox: '',
    referrerpolicy: 'no-referrer',
    loading: 'lazy',
    title: 'HTML of the message',
  });
}

function renderHeaders(headers) {
  return h(
    'div',
    { class: 'scroll', tabindex: '0' },
    h(
      'table',
      {},
      h(
        'tbody',
        {},
        ...headers.map(({ name, value }) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, value))),
      ),
    ),
  );
}

function renderLinks(links) {
  return h(
    'div',
    {},
    h('p', { class: 'hint' }, 'Links in the message are disabled. These open in a new tab.'),
    h(
      'ul',
      { class: 'links' },
      ...links.map((url) =>
        h('li', {}, h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, url)),
      ),
    ),
  );
}

const maxShown = 512 * 1024;

function renderSource(path, id) {
  const text = h('pre', { tabindex: '0' }, 'Loading …');
  const more = h(
    'p',
    { class: 'hint' },
    h('a', { href: path + '/source', download: id + '.eml' }, 'Download as .eml'),
  );
  fetch(path + '/source')
    .then((response) => response.text())
    .then((source) => {
      text.textContent = source.slice(0, maxShown);
      if (source.length > maxShown) more.append(' (the text below is truncated)');
    });
  return h('div', {}, more, text);
}

let lastLabel = 'HTML';

/** The tabs pattern of WAI-ARIA: arrow keys move between tabs, which share one tab stop. */
function tabs(entries) {
  const panel = h('div', { role: 'tabpanel', class: 'panel', id: 'message-panel' });
  const buttons = entries.map((entry) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        'aria-controls': 'message-panel',
        id: 'tab-' + entry.label,
        onclick: () => {
          lastLabel = entry.label;
          select(entry);
        },
      },
      entry.label,
      entry.count && h('span', { class: 'badge' }, entry.count),
    ),
  );
  const bar = h(
    'div',
    { role: 'tablist', class: 'tabs', 'aria-label': 'Views of the message' },
    ...buttons,
  );
  const select = (chosen) => {
    entries.forEach((entry, index) => {
      buttons[index].setAttribute('aria-selected', String(entry === chosen));
      buttons[index].tabIndex = entry === chosen ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', 'tab-' + chosen.label);
    fill(panel, chosen.render());
  };
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = buttons[(buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length];
    next.focus();
    next.click();
  });
  select(entries.find((entry) => entry.label === lastLabel) ?? entries[0]);
  return [bar, panel];
}
`;
