import { useEffect, useState } from 'preact/hooks';
import type { MessageDetail, MessageSummary } from '../../inbox-routes.ts';
import { RequestView } from '../requests/request-view.tsx';
import { ask, basePath } from '../server.ts';
import { type Tab, Tabs } from '../ui.tsx';
import { HtmlCheck } from './html-check.tsx';
import { Links } from './links.tsx';
import { isDeleted, keepLoad } from './loads.ts';
import { type HeadActions, MessageHead } from './message-head.tsx';
import { changeMessage } from './messages.ts';
import { Preview } from './preview.tsx';
import { Headers, Loaded, Plain } from './text-views.tsx';

const noTabs = 'HTML';
let lastTab = noTabs;

interface MessageProps extends HeadActions {
  readonly id: string;
  /** Its row of the list, if it is loaded. */
  readonly summary: MessageSummary | undefined;
}

/** The parts that change while a message is open. */
const stateOf = (message: Pick<MessageSummary, 'isRead' | 'states' | 'receivedAt'>): string =>
  `${message.isRead} ${message.receivedAt} ${JSON.stringify(message.states)}`;

/** One message: its header, and a tab for each view of it. */
export function Message({ id, summary, ...actions }: MessageProps) {
  const [message, setMessage] = useState<MessageDetail | 'gone'>();
  const [tab, setTab] = useState(lastTab);
  const load = async (isFirst: boolean): Promise<void> => {
    if (isDeleted(id)) return isFirst ? setMessage('gone') : undefined;
    const path = `/api/messages/${encodeURIComponent(id)}`;
    const found = await keepLoad(ask<MessageDetail>(path)).catch(() => 'gone' as const);
    if (isFirst && found !== 'gone' && !found.isRead) void changeMessage(id, { isRead: true });
    setMessage(found);
  };
  useEffect(() => void load(true), [id]);
  // Not by the announcement itself, which also tells that this message was deleted.
  const state = summary && stateOf(summary);
  useEffect(() => {
    const shown = typeof message === 'object' ? stateOf(message) : state;
    if (state !== undefined && state !== shown) void load(false);
  }, [state]);
  if (message === undefined) return null;
  if (message === 'gone') return <p class="empty">This message was deleted.</p>;
  const choose = (label: string) => {
    lastTab = label;
    setTab(label);
  };
  return (
    <>
      <MessageHead message={message} {...actions} />
      <Tabs
        // A preview that was received again has other content.
        key={message.receivedAt}
        name="Views of the message"
        tabs={tabsOf(message)}
        chosen={tab}
        onChoose={choose}
      />
    </>
  );
}

function tabsOf(message: MessageDetail): readonly Tab[] {
  const { id, request, links, text } = message;
  const path = `${basePath}/messages/${encodeURIComponent(id)}`;
  const views: readonly (Tab | false)[] = [
    message.hasHtml && { label: 'HTML', render: () => <Preview path={path} /> },
    Boolean(text) && { label: 'Text', render: () => <Plain text={text ?? ''} /> },
    message.hasHtml && { label: 'HTML source', render: () => <Loaded url={`${path}/html-source`} /> },
    { label: 'Headers', render: () => <Headers headers={message.headers} /> },
    links.length > 0 && {
      label: 'Links',
      count: links.length,
      render: () => <Links id={id} links={links} texts={message.linkTexts} />,
    },
    message.hasHtml && { label: 'HTML check', render: () => <HtmlCheck id={id} /> },
    request !== undefined && { label: 'Request', render: () => <RequestView id={request} /> },
    { label: 'Source', render: () => <Loaded url={`${path}/source`} /> },
  ];
  return views.filter((view) => view !== false);
}
