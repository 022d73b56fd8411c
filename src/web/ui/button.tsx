import type { ComponentChildren } from 'preact';

interface ButtonProps {
  /** Classes of its look: `button`, `button primary`, `button danger`, `link`. Default: `button`. */
  class?: string;
  disabled?: boolean | undefined;
  'aria-describedby'?: string;
  onClick: () => unknown;
  children: ComponentChildren;
}

/** A button that submits no form. */
export function Button({ class: own = 'button', onClick, ...rest }: ButtonProps) {
  return <button type="button" class={own} onClick={() => void onClick()} {...rest} />;
}
