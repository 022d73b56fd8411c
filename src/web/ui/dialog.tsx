import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Whether Escape closes it; not while input would be lost. */
  dismissible?: boolean;
  /** For what is read in it. */
  wide?: boolean;
  children: ComponentChildren;
}

/** A modal dialog. The browser traps the focus in it and restores it afterwards. */
export function Dialog({ title, onClose, dismissible = true, wide, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (dismissible) onClose();
      }}
      onClose={({ currentTarget }) => {
        // Browsers let a second Escape close what the first one could not.
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
