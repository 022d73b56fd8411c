import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { Icon } from './icon.tsx';

interface ButtonProps extends Omit<ButtonHTMLAttributes, 'type' | 'class' | 'onClick' | 'onKeyDown'> {
  /** Classes of its look: `button`, `button primary`, `button danger`, `link`. Default: `button`. */
  class?: string;
  /** Whether it submits its form. */
  submit?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onClick?: ((event: MouseEvent) => unknown) | undefined;
  children: ComponentChildren;
}

/** A button; without `submit` it submits no form. */
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

/** Browsers press a button again and again while Enter is held. */
function pressOnce(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}

interface IconButtonProps extends Omit<ButtonProps, 'children'> {
  /** Its name, and its default title. */
  label: string;
  icon: string;
  /** In pixels. Default: 20. */
  size?: number;
}

/** A button that shows only an icon. */
export function IconButton({ label, icon, size, class: own = 'icon-button', ...rest }: IconButtonProps) {
  return (
    <Button title={label} {...rest} class={own} aria-label={label}>
      <Icon svg={icon} {...(size !== undefined && { size })} />
    </Button>
  );
}
