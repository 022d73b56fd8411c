import type { Health } from '../../wire/health.ts';
import type { Widget } from '../../wire/widgets.ts';

/** The options of the script tag. */
export interface EmbedChoice {
  title: string;
  /** `#rrggbb`. */
  color: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

const attribute = (value: string): string =>
  value.replaceAll(/[&"<>]/g, (character) => ENTITIES[character] ?? '');

/** The script tag for a site; with `pinned`, for this version of the script alone. */
export function embedTag(
  serviceOrigin: string,
  { title, color }: EmbedChoice,
  pinned?: Health['widgets'][number],
): string {
  return [
    `<script src="${serviceOrigin}${pinned?.path ?? '/api/widget.js'}"`,
    ...(pinned ? [`        integrity="${pinned.integrity}" crossorigin="anonymous"`] : []),
    `        data-title="${attribute(title)}" data-color="${attribute(color)}" async></script>`,
  ].join('\n');
}

export const DEFAULT_CHOICE: EmbedChoice = { title: 'Chat', color: '#2f5bea' };

/** The script tag of a registered widget. */
export const registeredTag = (serviceOrigin: string, id: string): string =>
  `<script src="${serviceOrigin}/api/widget.js?w=${id}" async></script>`;

/** A registered widget as an iframe tag. */
export function registeredFrame(
  serviceOrigin: string,
  { id, branding }: Pick<Widget, 'id' | 'branding'>,
): string {
  const title = branding?.title ?? DEFAULT_CHOICE.title;
  return [
    `<iframe src="${serviceOrigin}/api/widget/frame?w=${id}" title="${attribute(title)}"`,
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
