import { document } from '../ui/document.tsx';

/**
 * The frame page without a widget's configuration: the dashboard, on the same origin, inserts an unsaved one,
 * and then the template's content.
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
