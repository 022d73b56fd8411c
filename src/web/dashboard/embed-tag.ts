import type { Widget } from '../../wire/widgets.ts';

/** What a site owner can choose on the script tag. */
export interface EmbedChoice {
  title: string;
  /** `#rrggbb`. */
  colour: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

const attribute = (value: string): string =>
  value.replaceAll(/[&"<>]/g, (character) => ENTITIES[character] ?? '');

/** The tag that puts the chat on a site. */
export function embedTag(serviceOrigin: string, { title, colour }: EmbedChoice): string {
  return [
    `<script src="${serviceOrigin}/api/widget.js"`,
    `        data-title="${attribute(title)}" data-color="${attribute(colour)}" async></script>`,
  ].join('\n');
}

export const DEFAULT_CHOICE: EmbedChoice = { title: 'Chat', colour: '#2f5bea' };

/** The tag that puts a registered widget on a site. */
export const registeredTag = (serviceOrigin: string, id: string): string =>
  `<script src="${serviceOrigin}/api/widget.js?w=${id}" async></script>`;

/** A registered widget as a part of the page. */
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

/** What a site with a policy has to allow for a registered widget. */
export const registeredPolicy = (serviceOrigin: string, { branding }: Pick<Widget, 'branding'>): string =>
  [
    `script-src ${serviceOrigin}`,
    `frame-src ${serviceOrigin}`,
    // The round button shows the logo, which is part of the script.
    ...(branding?.logo === undefined ? [] : ['img-src data:']),
  ].join('\n');
