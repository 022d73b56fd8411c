import type { Industry } from './industries.ts';

interface ChatTagProps {
  industry: Industry;
  serviceUrl: string;
  /** The registered widget of the industry; without one, the page carries the deployment's chat. */
  widgetId: string | undefined;
}

/** The script tag of a business's chat. */
export function ChatTag({ industry: { palette, theme, chat }, serviceUrl, widgetId }: ChatTagProps) {
  if (widgetId !== undefined) return <script src={`${serviceUrl}/api/widget.js?w=${widgetId}`} async />;
  return (
    <script
      src={`${serviceUrl}/api/widget.js`}
      data-title={chat.title}
      data-accent={palette.accent}
      data-surface={theme.surface}
      data-text={theme.text}
      data-radius={theme.radius}
      data-greeting={chat.greeting}
      data-suggestions={chat.suggestions.join('|')}
      async
    />
  );
}
