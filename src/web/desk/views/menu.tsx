import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../../ui/icon.tsx';

interface MenuProps {
  label: string;
  icon: string;
  children: (close: () => void) => ComponentChildren;
}

/** A menu button; closes with Escape, a choice, or a click elsewhere. */
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
    // A click on text inside leaves the focus on the page, which has its own meaning for Escape.
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
      <button
        ref={button}
        type="button"
        class="icon-button"
        aria-label={label}
        title={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon svg={icon} />
      </button>
      {open && <div class="menu">{children(close)}</div>}
    </div>
  );
}
