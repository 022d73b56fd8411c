import type { Account } from './account.tsx';
import type { Industry } from './industries.ts';

interface ChatTagProps {
  industry: Industry;
  serviceUrl: string;
  /** The registered widget of the industry. Without it the page uses the deployment's chat. */
  widgetId: string | undefined;
  account: Account;
}

/** The script tag for a business's chat. */
export function ChatTag({ industry, serviceUrl, widgetId, account }: ChatTagProps) {
  const { id, palette, theme, chat, hasCustomer } = industry;
  if (widgetId !== undefined) {
    return (
      <>
        {hasCustomer && account !== 'none' && <script src={`/${id}/account.js`} data-account={account} />}
        <script src={`${serviceUrl}/api/widget.js?w=${widgetId}`} async />
      </>
    );
  }
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
