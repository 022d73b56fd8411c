import type { EmbedChoice } from '../embed-tag.ts';

export function WidgetPreview({ choice }: { choice: EmbedChoice }) {
  return <div class="preview">{choice.title}</div>;
}
