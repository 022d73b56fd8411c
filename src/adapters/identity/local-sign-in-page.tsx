import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { LOCAL_AGENTS } from './local-agents.ts';

const STYLE = `
:root { color-scheme: light dark; --ground: #f7f8fb; --surface: #fff; --line: #e1e5ed; --text: #131926; --quiet: #596476; --accent: #2f5bea; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --ground: #0e1219; --surface: #151a23; --line: #2a3241; --text: #eef0f5; --quiet: #a7b0c0; --accent: #8aa6ff; --on-accent: #131926 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--ground); color: var(--text);
  font: 400 16px/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
main { width: 100%; max-width: 400px; padding: 32px 24px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px }
h1 { margin: 0 0 8px; font-size: 20px; font-weight: 600 }
p { margin: 0 0 24px; color: var(--quiet); font-size: 14px }
p:last-child { margin-bottom: 0 }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 8px }
button { width: 100%; min-height: 56px; padding: 8px 12px; display: flex; align-items: center; gap: 12px; text-align: left; cursor: pointer;
  font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 6px }
button:hover { border-color: var(--accent) }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
li span:first-child { flex: none; width: 36px; height: 36px; display: grid; place-items: center; border-radius: 50%;
  font-size: 13px; font-weight: 600; color: var(--accent); border: 1px solid var(--line) }
strong { display: block; line-height: 1.3; font-weight: 500 }
small { display: block; font-size: 13px; line-height: 1.4; color: var(--quiet) }
`;

/** The page on which an agent is chosen; the choice is posted to its own address. */
export function signInPage(): string {
  return page(
    'Sign in',
    <>
      <h1>Who is signing in?</h1>
      <p>These people are made up and live on this computer only. Choose one to try the agent desk.</p>
      <form method="post">
        <ul>
          {LOCAL_AGENTS.map(({ oid, name, role }) => (
            <li key={oid}>
              <button name="agent" value={oid}>
                <span aria-hidden="true">{initials(name)}</span>
                <span>
                  <strong>{name}</strong>
                  <small>{role}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </form>
    </>,
  );
}

export function messagePage(title: string, text: string): string {
  return page(
    title,
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>,
  );
}

function page(title: string, children: ComponentChildren): string {
  const markup = renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}

function initials(name: string): string {
  return name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('');
}
