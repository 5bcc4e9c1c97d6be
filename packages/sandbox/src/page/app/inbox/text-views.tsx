import { useEffect, useState } from 'preact/hooks';
import type { MessageDetail } from '../../inbox-routes.ts';

const maxShown = 512 * 1024;

export function Plain({ text }: { text: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
  return <pre tabIndex={0}>{text}</pre>;
}

/** The text of a URL of the page's server. */
export function Loaded({ url }: { url: string }) {
  const [text, setText] = useState('Loading …');
  useEffect(() => {
    fetch(url)
      .then((response) => response.text())
      .then(setText, () => setText('It did not load.'));
  }, [url]);
  return (
    <div>
      {text.length > maxShown && <p class="hint">Only the first 512 KB. The download has all of it.</p>}
      <Plain text={text.slice(0, maxShown)} />
    </div>
  );
}

export function Headers({ headers }: Pick<MessageDetail, 'headers'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
    <div class="scroll" tabIndex={0}>
      <table aria-label="Headers">
        <tbody>
          {headers.map(({ name, value }, index) => (
            <tr key={`${index}${name}`}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
