import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';

interface EmptyProps {
  icon: string;
  title: string;
  children?: ComponentChildren;
}

/** An empty state, with an explanation and a next step. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div class="empty">
      <Icon svg={icon} size={24} />
      <strong>{title}</strong>
      {children}
    </div>
  );
}

interface ErrorNoticeProps {
  /** The error text; undefined renders nothing. */
  sentence: string | undefined;
  /** Repeats the failed operation. */
  onRetry?: () => void;
  /** Shows a strip across a pane that keeps its content, instead of a card. Default: false. */
  isStrip?: boolean;
  /** Content after the text. */
  children?: ComponentChildren;
}

/** An error: a card with a retry button in place of the content, or a line next to the failed control. */
export function ErrorNotice({ sentence, onRetry, isStrip = false, children }: ErrorNoticeProps) {
  if (sentence === undefined) return null;
  if (!onRetry) {
    return (
      <p class="bad" role="alert">
        {sentence}
        {children !== undefined && <> {children}</>}
      </p>
    );
  }
  return (
    <div class={isStrip ? 'line bad' : 'error-notice'} role="alert">
      <p>{sentence}</p>
      <Button class={isStrip ? 'link' : 'button'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
