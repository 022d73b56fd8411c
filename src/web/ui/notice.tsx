import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

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

/** An error notice: a sentence, and a way to retry. */
export function ErrorNotice({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <div class="trouble" role="alert">
      <p>{sentence}</p>
      <button type="button" class="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
