import { h } from 'preact';
import { ICON_SHAPE } from './icon-shape.ts';

const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;

/** A Lucide icon; decorative, because the text beside it says the same. */
export function Icon({ svg, size = 20 }: { svg: string; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {Array.from(svg.matchAll(ICON_SHAPE), ([, name = '', attributes = ''], key) =>
        h(name, {
          key,
          ...Object.fromEntries(
            Array.from(attributes.matchAll(ATTRIBUTE), ([, attribute, value]) => [attribute, value]),
          ),
        }),
      )}
    </svg>
  );
}
