import { escape } from 'html-escaper';
import { createHash } from 'node:crypto';
import { AppError, SENTENCE_OF } from '../core/errors.ts';
import { errorReply } from './errors.ts';
import { html, type HttpReply } from './request.ts';

const STYLE = `:root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: light-dark(#f7f8fb, #0e1219); color: light-dark(#131926, #f1f4f8) }
main { box-sizing: border-box; width: calc(100% - 32px); max-width: 400px; padding: 32px; border: 1px solid light-dark(#e1e5ed, #2a323f); border-radius: 12px; background: light-dark(#ffffff, #151a23) }
h1 { margin: 0; font-size: 20px; font-weight: 600 }
p { margin: 8px 0 0; overflow-wrap: anywhere }`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * The page for an error that prevents the start, with the invalid setting if there is one. It needs no other
 * file, because files could not be served either.
 */
export function startErrorPage(error: unknown): HttpReply {
  const { reply, code } = errorReply(error);
  const title = code === 'misconfigured' ? 'Not set up' : 'Temporarily unavailable';
  const { expected } = error instanceof AppError ? error.details : {};
  const remedy = typeof expected === 'string' ? expected : 'Try again in a moment.';
  const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${escape(SENTENCE_OF[code])}</p><p>${escape(remedy)}</p></main></body></html>`;
  return html(reply.status, page, {
    ...reply.headers,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
  });
}
