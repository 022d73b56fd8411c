import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import { Button } from './button.tsx';

interface EmptyProps {
  icon: string;
  title: string;
  children?: ComponentChildren;
}

/** An empty state: why, and the next step. */
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
  /** Undefined where nothing has failed. */
  sentence: string | undefined;
  /** Repeats what failed. */
  onRetry?: () => void;
  /** A strip across a pane whose content stays, in place of a card. */
  isStrip?: boolean;
  /** After the sentence. */
  children?: ComponentChildren;
}

/**
 * An error: a card with a way to retry in place of the content, or a line next to the control that failed.
 */
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
