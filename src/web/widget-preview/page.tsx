import { document } from '../ui/document.tsx';

/**
 * The page of a registered widget's frame without the widget: the dashboard, on the same origin, puts one in that need not be
 * saved, and then what the template holds.
 */
export function widgetPreviewPage({ nonce }: { nonce: string }): string {
  return document({
    title: 'Preview of the chat',
    page: 'widget-frame',
    nonce,
    children: (
      <template>
        <script type="module" src="/api/pages/widget-frame.js" nonce={nonce} />
      </template>
    ),
  });
}
