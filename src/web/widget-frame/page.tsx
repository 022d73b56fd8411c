import type { PublicConfig } from '../../widgets/records/widget.ts';
import { document } from '../ui/document.tsx';

interface WidgetFrameOptions {
  nonce: string;
  /** Undefined if the widget does not exist. */
  config: PublicConfig | undefined;
  /** The origins whose messages the frame accepts; the same as those that may embed it. */
  origins: readonly string[];
}

/**
 * The page of a registered widget's chat before its script runs (widget/frame.ts). It contains only public
 * configuration: look and origins.
 */
export function widgetFramePage({ nonce, config, origins }: WidgetFrameOptions): string {
  return document({
    title: config?.branding.title ?? 'Chat',
    page: 'widget-frame',
    nonce,
    script: config !== undefined,
    children: config ? (
      <div data-config={JSON.stringify(config)} data-origins={JSON.stringify(origins)}>
        <noscript>
          <p>The chat needs JavaScript.</p>
        </noscript>
      </div>
    ) : (
      <p>This chat is not available here.</p>
    ),
  });
}

/**
 * The same page without configuration. The dashboard, on the same origin, inserts an unsaved configuration
 * and then the template's content.
 */
export function widgetPreviewPage({ nonce }: { nonce: string }): string {
  return document({
    title: 'Preview of the chat',
    page: 'widget-frame',
    nonce,
    children: (
      <template>
        <script type="module" src="/api/pages/current/widget-frame.js" nonce={nonce} />
      </template>
    ),
  });
}
