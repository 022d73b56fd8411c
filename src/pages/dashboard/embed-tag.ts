/** What a site owner can choose on the script tag. */
export interface EmbedChoice {
  title: string;
  /** `#rrggbb`. */
  colour: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** The tag that puts the chat on a site. */
export function embedTag(serviceOrigin: string, { title, colour }: EmbedChoice): string {
  const attribute = (value: string) => value.replaceAll(/[&"<>]/g, (character) => ENTITIES[character] ?? '');
  return [
    `<script src="${serviceOrigin}/api/widget.js"`,
    `        data-title="${attribute(title)}" data-color="${attribute(colour)}" async></script>`,
  ].join('\n');
}

export const DEFAULT_CHOICE: EmbedChoice = { title: 'Chat', colour: '#2f5bea' };
