import type { ComponentChildren } from 'preact';
import { INDUSTRIES, type Industry } from './industries.ts';
import { STYLES } from './styles.ts';

/** The colors of pages that are no industry's. */
const PLAIN: Industry['palette'] = {
  accent: '#2f5bea',
  accentDark: '#9db4ff',
  soft: '#eaeffd',
  softDark: '#1a2340',
};

const OTHER_PAGES = [
  ['/plain', 'Script tag'],
  ['/widget', 'Registered widget'],
] as const;

interface ShellProps {
  title: string;
  path: string;
  palette?: Industry['palette'];
  children: ComponentChildren;
}

/** A page of the demo site with the links to all others. */
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
