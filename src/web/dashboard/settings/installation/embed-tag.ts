import { escape } from 'html-escaper';
import { DEFAULT_TITLE, type TagOptions } from '../../../../widgets/rules/default-widget.ts';
import type { Health } from '../../../../operations/records/health.ts';
import type { Widget } from '../../../../widgets/wire/widgets.ts';

/** Options of the script tag as `data-` attributes. */
export const tagAttributes = (options: TagOptions): [name: string, value: string][] =>
  Object.entries(options).map(([name, value]) => [
    `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  ]);

/** The script tag for a site. A `pinned` version of the script needs the options as attributes. */
export function embedTag(
  serviceOrigin: string,
  pinned?: { release: Health['widgets'][number]; options: TagOptions },
): string {
  if (!pinned) return `<script src="${serviceOrigin}/api/widget.js" async></script>`;
  const { release, options } = pinned;
  const attributes = tagAttributes(options).map(([name, value]) => `${name}="${escape(value)}"`);
  const lines = [`integrity="${release.integrity}" crossorigin="anonymous"`, ...attributes];
  const indented = lines.map((line) => `\n        ${line}`).join('');
  return `<script src="${serviceOrigin}${release.path}"${indented} async></script>`;
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
