import { useEffect, useRef, useState } from 'preact/hooks';
import { Choice } from '../ui.tsx';
import { keepLoad } from './loads.ts';

type Width = 'desktop' | 'phone';
type Scheme = 'light' | 'dark';

const widths = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const;
const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

let last: { readonly width: Width; readonly scheme: Scheme } = { width: 'desktop', scheme: 'light' };

/** The HTML of a message. The policy of the response allows no scripts, forms or requests. */
export function Preview({ path }: { path: string }) {
  const [chosen, setChosen] = useState(last);
  const choose = (change: Partial<typeof last>) => {
    last = { ...chosen, ...change };
    setChosen(last);
  };
  const { width, scheme } = chosen;
  const loaded = useRef(() => {});
  useEffect(() => {
    void keepLoad(new Promise<void>((resolve) => (loaded.current = resolve)));
    return () => loaded.current();
  }, [path, scheme]);
  return (
    <div class={`preview-frame ${width} ${scheme}`}>
      <div class="preview-bar">
        <Choice
          legend="Width"
          name="preview-width"
          options={widths}
          value={width}
          onChange={(value) => choose({ width: value })}
        />
        <Choice
          legend="Scheme"
          name="preview-scheme"
          options={schemes}
          value={scheme}
          onChange={(value) => choose({ scheme: value })}
        />
        <span class="hint">Remote pictures are never loaded.</span>
      </div>
      <iframe
        key={scheme}
        src={`${path}/html${scheme === 'dark' ? '?scheme=dark' : ''}`}
        sandbox=""
        onLoad={() => loaded.current()}
        referrerpolicy="no-referrer"
        loading="lazy"
        title="HTML of the message"
      />
    </div>
  );
}
