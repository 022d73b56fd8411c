import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from './button.tsx';

interface MenuProps {
  label: string;
  icon: string;
  children: ComponentChildren;
}

/** A button with a menu. Escape, a click on an item and a click outside close it. */
export function Menu({ label, icon, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    element.current?.querySelector<HTMLElement>('.menu button, .menu a, .menu input')?.focus();
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !element.current?.contains(target)) setOpen(false);
    };
    // After a click on text in the menu the page has the focus, and the page handles Escape itself.
    const escaped = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    document.addEventListener('keydown', escaped, { capture: true });
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('keydown', escaped, { capture: true });
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [open]);

  return (
    <div class="menu-holder" ref={element}>
      <IconButton
        ref={button}
        label={label}
        icon={icon}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        // Handled in the capture phase, so that a dialog that the item opens can return the focus to the
        // button.
        <div
          class="menu"
          onClickCapture={({ target }) => target instanceof Element && target.closest('button') && close()}
        >
          {children}
        </div>
      )}
    </div>
  );
}

export const MenuItem = (props: { onClick: () => unknown; children: ComponentChildren }) => (
  <Button class="menu-item" {...props} />
);
