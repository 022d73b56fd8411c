import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { Icon } from './icon.tsx';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'type' | 'class' | 'onClick' | 'onKeyDown'> {
  /** Style classes: `button`, `button primary`, `button danger`, `link`. Default: `button`. */
  class?: string;
  /** Whether it submits its form. Default: false. */
  submit?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onClick?: ((event: MouseEvent) => unknown) | undefined;
  children: ComponentChildren;
}

export function Button({ class: own = 'button', submit = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      class={own}
      onKeyDown={pressOnce}
      onClick={onClick && ((event) => void onClick(event))}
    />
  );
}

/** Ignores repeated key presses while Enter is held. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** The accessible name, and the default title. */
  label: string;
  icon: string;
  /** The icon's size in pixels. Default: 20. */
  size?: number;
}

export function IconButton({ label, icon, size, class: own = 'icon-button', ...rest }: IconButtonProps) {
  return (
    <Button title={label} {...rest} class={own} aria-label={label}>
      <Icon svg={icon} {...(size !== undefined && { size })} />
    </Button>
  );
}

/**
 * A keyboard shortcut next to a control's name. Screen readers get it from the control's `aria-keyshortcuts`.
 */
export const KeyCap = ({ name }: { name: string }) => (
  <kbd aria-hidden="true" translate={false}>
    {name}
  </kbd>
);
