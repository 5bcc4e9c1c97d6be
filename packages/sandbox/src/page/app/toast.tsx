import { useEffect, useState } from 'preact/hooks';

export interface Notice {
  readonly text: string;
  readonly undo?: () => void;
}

const shownMs = 10_000;
let show: (notice: Notice | undefined) => void = () => {};

/** Shows a message for some seconds, with a way to undo. */
export function notify(notice: Notice): void {
  show(notice);
}

export const complain = (error: Error): void => notify({ text: error.message });

export function Toast() {
  const [notice, setNotice] = useState<Notice>();
  show = setNotice;
  useEffect(() => {
    if (notice === undefined) return;
    const timer = setTimeout(() => setNotice(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [notice]);
  const undo = () => {
    notice?.undo?.();
    setNotice(undefined);
  };
  return (
    <div class="toast-place" role="status">
      {notice && (
        <div class="toast">
          <span>{notice.text}</span>
          {notice.undo && (
            <button type="button" onClick={undo}>
              Undo
            </button>
          )}
        </div>
      )}
    </div>
  );
}
