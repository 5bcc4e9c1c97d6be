import { useState } from 'preact/hooks';
import type { CheckedLink } from '../../checks/link-check.ts';
import { ask } from '../server.ts';
import { complain } from '../toast.tsx';

interface LinksProps {
  readonly id: string;
  readonly links: readonly string[];
  /** The text of each link in the HTML. */
  readonly texts: readonly string[];
}

/** The links of a message with their texts, and their answers on request. */
export function Links({ id, links, texts }: LinksProps) {
  const [checked, setChecked] = useState<readonly CheckedLink[]>();
  const [isBusy, setBusy] = useState(false);
  const check = () => {
    setBusy(true);
    ask<{ links: readonly CheckedLink[] }>(`/api/messages/${encodeURIComponent(id)}/link-check?follow=true`)
      .then((answer) => setChecked(answer.links), complain)
      .finally(() => setBusy(false));
  };
  return (
    <div>
      <div class="panel-bar">
        <button type="button" class="quiet" disabled={isBusy} onClick={check}>
          {isBusy ? 'Checking …' : 'Check links'}
        </button>
        <p class="hint">
          Links in the message are disabled; these open in a new tab. The check asks only programs on this
          machine.
        </p>
      </div>
      <ul class="links">
        {links.map((url, index) => (
          <li key={url}>
            {texts[index] && <span class="link-text">{texts[index]}</span>}
            <a href={url} target="_blank" rel="noopener noreferrer">
              {url}
            </a>
            <Answer link={checked?.find((link) => link.url === url)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Answer({ link }: { link: CheckedLink | undefined }) {
  if (link === undefined) return null;
  const tone = !link.isAsked ? 'waiting' : link.status > 0 && link.status < 400 ? 'good' : 'bad';
  return <span class={`outcome ${tone}`}>{link.status > 0 ? `${link.status} ${link.text}` : link.text}</span>;
}
