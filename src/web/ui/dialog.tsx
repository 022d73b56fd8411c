import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Whether Escape closes it; not while input would be lost. */
  dismissible?: boolean;
  /** For what is read in it. */
  wide?: boolean;
  /** A further class, for its layout. */
  class?: string;
  children: ComponentChildren;
}

/** A modal dialog. The browser traps the focus in it and restores it afterwards. */
export function Dialog(props: DialogProps) {
  const { title, onClose, dismissible = true, wide, class: own, children } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Not a passive effect: that ends after the dialog is removed, too late to return the focus.
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
