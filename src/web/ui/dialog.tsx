import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Whether Escape closes the dialog. Set it to false if input would be lost. */
  dismissible?: boolean;
  /** Uses a larger width, for text. */
  wide?: boolean;
  /** An additional class for layout. */
  class?: string;
  children: ComponentChildren;
}

/** A modal dialog. The browser traps the focus, and restores it on close. */
export function Dialog(props: DialogProps) {
  const { title, onClose, dismissible = true, wide, class: own, children } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect, because a passive effect is cleaned up too late to restore the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={['dialog', wide && 'wide', own].filter(Boolean).join(' ')}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible) onClose();
      }}
      onClose={({ currentTarget }) => {
        // Browsers let a second Escape close a dialog that prevented the first.
        if (!currentTarget.isConnected) return;
        if (dismissible) onClose();
        else currentTarget.showModal();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
