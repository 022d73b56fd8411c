import { Shell } from './shell.tsx';

const WIDGET_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A page with the script of a registered widget; without an id that can be one, a form for it. */
export function WidgetPage({ serviceUrl, given }: { serviceUrl: string; given: string }) {
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
        {id && <pre>{`<script src="${source}" async></script>`}</pre>}
      </main>
      {id && <script src={source} async />}
    </Shell>
  );
}
