import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

interface DocumentOptions {
  title: string;
  /** The page's folder name. Its files are served as `/api/pages/current/<name>.css` and `.js`. */
  page: string;
  /** The nonce of the page's inline script. */
  nonce?: string;
  /** Whether the page has a script file. Default: false. */
  script?: boolean;
  /** The file name of a web app manifest, which makes the page installable. */
  manifest?: string;
  children: ComponentChildren;
}

/** Renders the HTML document of a page. All content is escaped. */
export function document({
  title,
  page,
  nonce,
  script = false,
  manifest,
  children,
}: DocumentOptions): string {
  const markup = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        {manifest !== undefined && <link rel="manifest" href={`/api/pages/current/${manifest}`} />}
        <link rel="stylesheet" href={`/api/pages/current/${page}.css`} />
        {script && <script type="module" src={`/api/pages/current/${page}.js`} nonce={nonce} />}
      </head>
      <body>{children}</body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}
