import { escape } from 'html-escaper';
import { DEFAULT_ACCENT, FONT_STACKS, LAUNCHER_PATHS } from '../../domain/theme.ts';
import type { Health } from '../../domain/records/health.ts';
import type { Widget } from '../../wire/widgets.ts';
import type { Branding } from './registry/widget-look.tsx';

/** The branding options of the script tag. Logo and texts require a registered widget. */
export type TagBranding = Omit<Branding, 'logo' | 'strings'>;

export const DEFAULT_TITLE = 'Chat';

/** The `data-` attributes of the script tag, in the order of docs/embed.md. */
export function tagAttributes(branding: TagBranding): [name: string, value: string][] {
  const {
    title = DEFAULT_TITLE,
    color = DEFAULT_ACCENT,
    surface,
    text,
    radius,
    font,
    launcherIcon,
  } = branding;
  const { greeting, suggestions, corner, theme, privacyUrl } = branding;
  const attributes = {
    'data-title': title,
    'data-color': color,
    'data-surface': surface,
    'data-text': text,
    'data-radius': radius?.toString(),
    'data-font': font && FONT_STACKS[font],
    'data-launcher-icon': launcherIcon && LAUNCHER_PATHS[launcherIcon],
    'data-greeting': greeting,
    'data-suggestions': suggestions?.join('|'),
    'data-position': corner,
    'data-theme': theme,
    'data-privacy-url': privacyUrl,
  };
  return Object.entries(attributes).flatMap(([name, value]) => (value ? [[name, value]] : []));
}

/** The script tag for a site; with `pinned` for one version of the script. */
export function embedTag(
  serviceOrigin: string,
  branding: TagBranding = {},
  pinned?: Health['widgets'][number],
): string {
  const attributes = tagAttributes(branding).map(([name, value]) => `${name}="${escape(value)}"`);
  const lines = [
    ...(pinned ? [`integrity="${pinned.integrity}" crossorigin="anonymous"`] : []),
    ...(attributes.length > 2 ? attributes : [attributes.join(' ')]),
  ];
  const indented = lines.map((line) => `\n        ${line}`).join('');
  return `<script src="${serviceOrigin}${pinned?.path ?? '/api/widget.js'}"${indented} async></script>`;
}

/** The script tag of a registered widget. */
export const registeredTag = (serviceOrigin: string, id: string): string =>
  `<script src="${serviceOrigin}/api/widget.js?w=${id}" async></script>`;

/** The iframe tag of a registered widget. */
export function registeredFrame(
  serviceOrigin: string,
  { id, branding }: Pick<Widget, 'id' | 'branding'>,
): string {
  const title = branding?.title ?? DEFAULT_TITLE;
  return [
    `<iframe src="${serviceOrigin}/api/widget/frame?w=${id}" title="${escape(title)}"`,
    '        width="380" height="640" frameborder="0" allow="clipboard-write"></iframe>',
  ].join('\n');
}

/** The Content-Security-Policy sources that a site needs for a registered widget. */
export const registeredPolicy = (serviceOrigin: string, { branding }: Pick<Widget, 'branding'>): string =>
  [
    `script-src ${serviceOrigin}`,
    `frame-src ${serviceOrigin}`,
    // The launcher shows the logo as a data URL.
    ...(branding?.logo === undefined ? [] : ['img-src data:']),
  ].join('\n');
