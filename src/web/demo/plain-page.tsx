import { Shell } from './shell.tsx';

const TITLE = 'Ask us';
const COLOR = '#0f766e';

/** A page with the script tag of the deployment's chat. */
export function PlainPage({ serviceUrl }: { serviceUrl: string }) {
  const source = `${serviceUrl}/api/widget.js`;
  return (
    <Shell title="Demo site" path="/plain">
      <main class="page text">
        <h1>The chat from one script tag</h1>
        <p>
          This page represents your website. The script tag below adds the chat button in the corner; it
          answers from the Markdown files in the folder “knowledge”.
        </p>
        <pre>{`<script src="${source}"\n        data-title="${TITLE}" data-color="${COLOR}" async></script>`}</pre>
      </main>
      <script src={source} data-title={TITLE} data-color={COLOR} async />
    </Shell>
  );
}
