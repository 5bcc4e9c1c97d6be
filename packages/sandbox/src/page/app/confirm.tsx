import { useEffect, useRef } from 'preact/hooks';

/** A question before something that cannot be undone. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The words of the button that does it. */
  readonly yes: string;
  readonly run: () => void;
}

/** A dialog with a question. Escape and its first button are a no. */
export function Confirm({ question, onClose }: { question: Question; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const run = () => {
    onClose();
    question.run();
  };
  return (
    <dialog ref={dialog} class="confirm" aria-labelledby="confirm-title" onClose={onClose}>
      <h2 id="confirm-title">{question.title}</h2>
      <p>{question.text}</p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" onClick={run}>
          {question.yes}
        </button>
      </div>
    </dialog>
  );
}
