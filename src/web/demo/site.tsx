import type { RequestListener } from 'node:http';
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

const WIDGET_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A mock website on an origin of its own: `/` with the script tag of the deployment's chat, `/widget?w=…`
 * with that of a registered widget.
 */
export function demoSite(serviceUrl: string): RequestListener {
  const page = (content: VNode) => `<!doctype html>${renderToString(content)}`;
  const home = page(<DemoPage serviceUrl={serviceUrl} />);
  const pageAt = (url: URL | null): string | undefined => {
    if (url?.pathname === '/') return home;
    if (url?.pathname !== '/widget') return undefined;
    const id = url.searchParams.get('w') ?? '';
    return page(<WidgetPage serviceUrl={serviceUrl} id={WIDGET_ID.test(id) ? id : ''} />);
  };
  return (request, response) => {
    const found = pageAt(URL.parse(request.url ?? '/', 'http://demo'));
    response.writeHead(found === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(found ?? 'Page not found.');
  };
}

const TITLE = 'Ask us';
const COLOR = '#0f766e';

const STYLES = `
  :root { color-scheme: light dark; --ink: #16201f; --quiet: #566563; --ground: #f6f7f4; --card: #fff; --line: #dfe4df; --accent: ${COLOR}; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #eef3f1; --quiet: #a5b3b0; --ground: #101615; --card: #18201f; --line: #2a3533; --accent: #5fc6bb; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 system-ui, 'Noto Sans', sans-serif; }
  header, main { max-width: 920px; margin: auto; padding: 24px; }
  header { display: flex; align-items: center; gap: 12px; font-weight: 600; }
  header::before { content: ''; width: 20px; height: 20px; border-radius: 50% 50% 50% 4px; background: var(--accent); }
  h1 { font-size: clamp(1.9rem, 5vw, 2.9rem); line-height: 1.12; letter-spacing: -0.02em; margin: 8vh 0 16px; max-width: 18ch; text-wrap: balance; }
  p { max-width: 60ch; color: var(--quiet); margin: 0 0 16px; }
  section { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 16px; margin: 40px 0; }
  article, pre { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 0; }
  h2 { font-size: 1rem; margin: 0 0 6px; }
  article p { font-size: 0.94rem; margin: 0; }
  form { display: flex; flex-wrap: wrap; align-items: center; gap: 12px; margin: 24px 0 40px; }
  label { font-weight: 600; }
  input, button { padding: 10px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; font: inherit; }
  input { flex: 1 1 300px; font: 14px/1.5 ui-monospace, Consolas, monospace; }
  button { background: var(--accent); border-color: var(--accent); color: light-dark(#fff, #101615); font-weight: 600; cursor: pointer; }
  a { color: var(--accent); }
  .more { margin-top: 24px; }
  pre { overflow: auto; font: 13px/1.5 ui-monospace, Consolas, monospace; }
`;

function Site({ children }: { children: ComponentChildren }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Demo site</title>
        <link rel="icon" href="data:," />
        <style>{STYLES}</style>
      </head>
      <body>
        <header>Your website</header>
        {children}
      </body>
    </html>
  );
}

function DemoPage({ serviceUrl }: { serviceUrl: string }) {
  const source = `${serviceUrl}/api/widget.js`;
  return (
    <Site>
      <main>
        <h1>Demo site</h1>
        <p>
          This page represents your website. The script tag below adds the chat button in the corner. Open it
          and ask a question.
        </p>
        <section>
          <article>
            <h2>“How do I embed the widget?”</h2>
            <p>Answered from the Markdown files in the folder “knowledge”, with a link to the source.</p>
          </article>
          <article>
            <h2>“Where is my data kept?”</h2>
            <p>Reload the page: the conversation is kept.</p>
          </article>
          <article>
            <h2>“I want to talk to a person”</h2>
            <p>Asks an agent to take over.</p>
          </article>
        </section>
        <pre>{`<script src="${source}"\n        data-title="${TITLE}" data-color="${COLOR}" async></script>`}</pre>
        <p class="more">
          <a href="/widget">Registered widget</a>
        </p>
      </main>
      <script src={source} data-title={TITLE} data-color={COLOR} async />
    </Site>
  );
}

/** Without an id it shows a form for one. */
function WidgetPage({ serviceUrl, id }: { serviceUrl: string; id: string }) {
  const source = `${serviceUrl}/api/widget.js?w=${id}`;
  return (
    <Site>
      <main>
        <h1>Registered widget</h1>
        <p>
          A registered widget has its own appearance, assistant and allowed sites. Create one in the dashboard
          under Settings, Widgets, allow this page’s origin, and enter its ID here.
        </p>
        <form>
          <label for="w">Widget ID</label>
          <input
            id="w"
            name="w"
            value={id}
            required
            pattern={WIDGET_ID.source}
            spellcheck={false}
            autocomplete="off"
          />
          <button>Load widget</button>
        </form>
        {id && <pre>{`<script src="${source}" async></script>`}</pre>}
        <p class="more">
          <a href="/">Default widget</a>
        </p>
      </main>
      {id && <script src={source} async />}
    </Site>
  );
}
