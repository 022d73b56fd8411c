import type { ComponentChildren } from 'preact';
import { INDUSTRIES, type Industry } from './industries.ts';

/** The colors of pages without an industry. */
const PLAIN: Industry['palette'] = {
  accent: '#2f5bea',
  accentDark: '#9db4ff',
  soft: '#eaeffd',
  softDark: '#1a2340',
};

const OTHER_PAGES = [
  ['/plain', 'Script tag'],
  ['/widget', 'Registered widget'],
  ['/mail', 'Mailbox'],
] as const;

interface ShellProps {
  title: string;
  path: string;
  palette?: Industry['palette'];
  children: ComponentChildren;
}

/** The layout of the demo site's pages, with links to all of them. */
export function Shell({ title, path, palette = PLAIN, children }: ShellProps) {
  const links = [...INDUSTRIES.map(({ id, label }) => [`/${id}`, label] as const), ...OTHER_PAGES];
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style>
          {STYLES}
          {colors(palette)}
        </style>
      </head>
      <body>
        <nav class="switch" aria-label="Demo sites">
          <span>Demo site</span>
          {links.map(([to, label]) => (
            <a key={to} href={to} aria-current={to === path ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        {children}
      </body>
    </html>
  );
}

const colors = ({ accent, accentDark, soft, softDark }: Industry['palette']) => `
  :root { --accent: ${accent}; --soft: ${soft}; }
  @media (prefers-color-scheme: dark) { :root { --accent: ${accentDark}; --soft: ${softDark}; } }
`;

/** Styles of all pages. An industry's page sets the accent color and the soft color. */
const STYLES = `
  :root { color-scheme: light dark; --ink: #17201f; --quiet: #56625f; --ground: #fbfbf9; --card: #fff; --line: #e2e6e2; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #eef2f1; --quiet: #a8b3b1; --ground: #101413; --card: #191f1e; --line: #2c3634; --on-accent: #101413; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, 'Noto Sans', sans-serif; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
  a { color: var(--accent); }
  .switch { display: flex; gap: 4px; align-items: center; overflow-x: auto; padding: 8px max(20px, 50vw - 540px); border-bottom: 1px solid var(--line); font-size: 13px; white-space: nowrap; }
  .switch span { color: var(--quiet); margin-inline-end: 8px; }
  .switch a { padding: 6px 12px; border-radius: 999px; color: var(--ink); text-decoration: none; }
  .switch a:hover { background: var(--soft); }
  .switch a[aria-current] { background: var(--ink); color: var(--ground); }
  .page { max-width: 1120px; margin: auto; padding: 0 20px 120px; }
  .brand { display: flex; align-items: center; gap: 12px; padding: 20px 0; font-weight: 600; font-size: 18px; }
  .brand i { display: grid; place-items: center; width: 34px; height: 34px; border-radius: 10px; background: var(--accent); color: var(--on-accent); font-style: normal; font-size: 15px; }
  .account { flex: 1; justify-content: end; margin: 0; font-size: 14px; font-weight: 400; }
  .account button { padding: 8px 14px; background: none; color: var(--accent); box-shadow: inset 0 0 0 1px var(--line); border-radius: 8px; font-size: 14px; }
  .account button:hover { background: var(--soft); }
  .orders { display: flex; flex-wrap: wrap; gap: 12px 32px; align-items: center; margin: 32px 0 0; padding: 16px 22px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; }
  .orders h2 { margin: 0; font-size: 16px; }
  .orders ul { flex: 1 1 260px; margin: 0; padding: 0; list-style: none; }
  .orders strong { font-variant-numeric: tabular-nums; margin-inline-end: 8px; }
  .orders button { padding: 8px 14px; border-radius: 8px; }
  .hero { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); gap: 24px 48px; align-items: center; padding: 40px clamp(20px, 5vw, 64px); border-radius: 24px; background: var(--soft); }
  h1 { font-size: clamp(32px, 5.2vw, 54px); line-height: 1.06; letter-spacing: -0.025em; margin: 0 0 16px; text-wrap: balance; }
  .hero p { font-size: 18px; margin: 0 0 24px; max-width: 44ch; }
  .hero svg { width: 100%; height: auto; max-height: 340px; border-radius: 16px; }
  button { padding: 12px 20px; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
  .offers { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 16px; margin: 32px 0; }
  article { display: flex; flex-direction: column; align-items: start; background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 22px; }
  h2 { font-size: 18px; margin: 0 0 4px; }
  article p { margin: 0 0 20px; color: var(--quiet); }
  article div { display: flex; justify-content: space-between; align-items: center; gap: 12px; width: 100%; margin-top: auto; }
  article strong { font-variant-numeric: tabular-nums; }
  article button { padding: 8px 14px; background: none; color: var(--accent); box-shadow: inset 0 0 0 1px var(--line); border-radius: 8px; }
  article button:hover { background: var(--soft); box-shadow: none; }
  dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr)); gap: 20px; margin: 0; padding: 24px 0; border-top: 1px solid var(--line); }
  dt { color: var(--quiet); font-size: 14px; }
  dd { margin: 0; font-weight: 600; }
  .more { display: flex; flex-wrap: wrap; gap: 8px 20px; padding: 20px 0; border-top: 1px solid var(--line); }
  .about { color: var(--quiet); font-size: 14px; margin: 16px 0 0; max-width: 70ch; }
  .text { max-width: 720px; padding-top: 6vh; }
  .text p { color: var(--quiet); }
  .text h1 { font-size: clamp(28px, 4vw, 40px); }
  form { display: flex; flex-wrap: wrap; align-items: center; gap: 12px; margin: 24px 0; }
  label { font-weight: 600; }
  input { flex: 1 1 300px; padding: 11px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: inherit; font: 14px/1.5 ui-monospace, Consolas, monospace; }
  pre { overflow: auto; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; font: 13px/1.5 ui-monospace, Consolas, monospace; }
  .mail pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .mail dl { padding: 16px 0; border: 0; }
  .mail dd { overflow-wrap: anywhere; }
  @media (max-width: 600px) { .hero { padding: 28px 20px; } .hero svg { max-height: 200px; } }
`;
