import type { IncomingMessage, RequestListener } from 'node:http';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { INDUSTRIES, type Industry } from './industries.ts';
import { IndustryPage } from './industry-page.tsx';
import { PlainPage } from './plain-page.tsx';
import { WidgetPage } from './widget-page.tsx';

/**
 * The id of the registered widget of an industry, for a page of the given origin. Undefined where it cannot
 * be registered.
 */
export type WidgetOf = (industry: Industry, origin: string) => Promise<string | undefined>;

/** Opens the chat with a button's question in its field, by the calls of docs/widget.md. */
const ASK = `
  window.ChatWidget = window.ChatWidget || [];
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('button[data-ask]');
    if (!button) return;
    ChatWidget.push((chat) => {
      chat.open();
      if (button.dataset.ask) chat.prefill(button.dataset.ask);
    });
  });
`;

/**
 * Mock websites on an origin of their own: one for each industry (`/` is the first), `/plain` with the script
 * tag of the deployment's chat, `/widget?w=…` with that of a registered widget.
 */
export function demoSite(serviceUrl: string, widgetOf?: WidgetOf): RequestListener {
  async function pageOf(request: IncomingMessage): Promise<VNode | undefined> {
    const url = URL.parse(request.url ?? '/', `http://${request.headers.host ?? 'demo'}`);
    if (url?.pathname === '/plain') return <PlainPage serviceUrl={serviceUrl} />;
    if (url?.pathname === '/widget') {
      return <WidgetPage serviceUrl={serviceUrl} given={url.searchParams.get('w') ?? ''} />;
    }
    const industry =
      url?.pathname === '/' ? INDUSTRIES[0] : INDUSTRIES.find(({ id }) => url?.pathname === `/${id}`);
    if (url === null || industry === undefined) return undefined;
    const widgetId = await widgetOf?.(industry, url.origin);
    return <IndustryPage industry={industry} serviceUrl={serviceUrl} widgetId={widgetId} />;
  }

  return (request, response) => {
    const answer = (status: number, text: string, type = 'text/html') => {
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
      response.end(text);
    };
    if (request.url === '/ask.js') {
      answer(200, ASK, 'text/javascript');
      return;
    }
    pageOf(request).then(
      (page) => {
        if (page === undefined) answer(404, 'Page not found.');
        else answer(200, `<!doctype html>${renderToString(page)}`);
      },
      (error: unknown) => answer(500, `This page failed: ${error instanceof Error ? error.name : 'error'}.`),
    );
  };
}
