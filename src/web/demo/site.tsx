import type { IncomingMessage, RequestListener } from 'node:http';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Account } from './account.tsx';
import { accountCalls, accountOf, originOf, type IssueToken } from './account-calls.ts';
import type { PagesOf } from './business-pages.ts';
import { BusinessText } from './business-text.tsx';
import { INDUSTRIES, type Industry, type WidgetOf } from './industries.ts';
import { IndustryPage } from './industry-page.tsx';
import { MailPage, type ReadMailbox } from './mail-page.tsx';
import { Shell } from './shell.tsx';

/** Opens the chat with a button's question as text (docs/embed.md). */
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

/** Parts that the local host provides. */
interface DemoParts {
  tokenFor?: IssueToken;
  readMailbox?: ReadMailbox;
}

/**
 * Example websites on a separate origin: one page per industry (`/` is the first) and its text pages.
 * `/plain` embeds the deployment's chat, and `/widget?w=…` a registered widget. `/mail` lists captured
 * e-mails.
 */
export function demoSite(
  serviceUrl: string,
  widgetOf?: WidgetOf,
  pagesOf: PagesOf = () => Promise.resolve([]),
  { tokenFor, readMailbox = () => Promise.resolve([]) }: DemoParts = {},
): RequestListener {
  async function pageOf(request: IncomingMessage): Promise<VNode | undefined> {
    const url = URL.parse(request.url ?? '/', originOf(request));
    if (url?.pathname === '/plain') return <PlainPage serviceUrl={serviceUrl} />;
    if (url?.pathname === '/mail') return <MailPage emails={await readMailbox()} />;
    if (url?.pathname === '/widget') {
      return <WidgetPage serviceUrl={serviceUrl} given={url.searchParams.get('w') ?? ''} />;
    }
    return url === null ? undefined : await businessPageOf(url, accountOf(request, url));
  }

  /** The home page or a text page of a business; undefined for other paths. */
  async function businessPageOf({ origin, pathname }: URL, account: Account): Promise<VNode | undefined> {
    const [, first = '', slug] = pathname.split('/');
    const industry = first === '' ? INDUSTRIES[0] : INDUSTRIES.find(({ id }) => id === first);
    if (!industry) return undefined;
    const pages = await pagesOf(industry);
    const page = pages.find((one) => one.slug === slug);
    if (slug !== undefined && !page) return undefined;
    const shown = {
      industry: tokenFor ? industry : withoutCustomer(industry),
      serviceUrl,
      widgetId: await widgetOf?.(industry, origin),
      account,
    };
    return page ? <BusinessText {...shown} page={page} /> : <IndustryPage {...shown} pages={pages} />;
  }

  const account = tokenFor && widgetOf && accountCalls({ tokenFor, widgetOf });

  return (request, response) => {
    const answer = (status: number, text: string, type = 'text/html') => {
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' });
      response.end(text);
    };
    if (request.url === '/ask.js') {
      answer(200, ASK, 'text/javascript');
      return;
    }
    const show = (status: number, page: VNode) => answer(status, `<!doctype html>${renderToString(page)}`);
    const answered = async () => {
      if (await account?.(request, response)) return;
      const page = await pageOf(request);
      if (page) show(200, page);
      else show(404, <ErrorPage title="Page not found" sentence="Choose a site above." />);
    };
    answered().catch((error: unknown) =>
      show(
        500,
        <ErrorPage title="This page failed" sentence={error instanceof Error ? error.message : ''} />,
      ),
    );
  };
}

function withoutCustomer({ hasCustomer: _none, ...industry }: Industry): Industry {
  return industry;
}

/** A page that does not exist, or could not be made. */
function ErrorPage({ title, sentence }: { title: string; sentence: string }) {
  return (
    <Shell title={title} path="">
      <main class="page text">
        <h1>{title}</h1>
        <p>{sentence}</p>
      </main>
    </Shell>
  );
}

const TITLE = 'Ask us';
const COLOR = '#0f766e';

/** A page that embeds the deployment's chat. */
function PlainPage({ serviceUrl }: { serviceUrl: string }) {
  const source = `${serviceUrl}/api/widget.js`;
  return (
    <Shell title="Demo site" path="/plain">
      <main class="page text">
        <h1>The chat from one script tag</h1>
        <p>
          This page represents your website. The script tag below adds the chat button in the corner; it
          answers from what you add in the dashboard under Knowledge.
        </p>
        <pre
          tabIndex={0}
        >{`<script src="${source}"\n        data-title="${TITLE}" data-color="${COLOR}" async></script>`}</pre>
      </main>
      <script src={source} data-title={TITLE} data-color={COLOR} async />
    </Shell>
  );
}

const WIDGET_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A page that embeds a registered widget; without a valid id, a form for it. */
function WidgetPage({ serviceUrl, given }: { serviceUrl: string; given: string }) {
  const id = WIDGET_ID.test(given) ? given : '';
  const source = `${serviceUrl}/api/widget.js?w=${id}`;
  return (
    <Shell title="Demo site" path="/widget">
      <main class="page text">
        <h1>A registered widget</h1>
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
        {id && <pre tabIndex={0}>{`<script src="${source}" async></script>`}</pre>}
      </main>
      {id && <script src={source} async />}
    </Shell>
  );
}
