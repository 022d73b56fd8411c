import type { RequestListener } from 'node:http';
import { renderToString } from 'preact-render-to-string';

/** A page that stands for a business's own website, on an origin of its own, with the widget's script tag in it. */
export function demoSite(serviceUrl: string): RequestListener {
  const page = `<!doctype html>${renderToString(<DemoPage serviceUrl={serviceUrl} />)}`;
  return (request, response) => {
    const found = request.url === '/' || request.url?.startsWith('/?') === true;
    response.writeHead(found ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(found ? page : 'There is nothing at this address.');
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
  pre { overflow: auto; font: 13px/1.5 ui-monospace, Consolas, monospace; }
`;

function DemoPage({ serviceUrl }: { serviceUrl: string }) {
  const source = `${serviceUrl}/api/widget.js`;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Your website, with a chat</title>
        <link rel="icon" href="data:," />
        <style>{STYLES}</style>
      </head>
      <body>
        <header>Your website</header>
        <main>
          <h1>This page stands for your own site</h1>
          <p>
            It lives on another origin than the chat. The round button in the corner comes from the one script
            tag below. Open it and ask something.
          </p>
          <section>
            <article>
              <h2>“How do I embed the widget?”</h2>
              <p>
                Answered from the Markdown files in the folder “knowledge”, with the section as its source.
              </p>
            </article>
            <article>
              <h2>“Where is my data kept?”</h2>
              <p>Reload the page in the middle of the conversation: it is still there.</p>
            </article>
            <article>
              <h2>“I want to talk to a person”</h2>
              <p>Asks for somebody of the business to take over.</p>
            </article>
          </section>
          <pre>{`<script src="${source}"\n        data-title="${TITLE}" data-color="${COLOR}" async></script>`}</pre>
        </main>
        <script src={source} data-title={TITLE} data-color={COLOR} async />
      </body>
    </html>
  );
}
