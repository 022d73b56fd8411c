import { h } from 'preact';
import { ICON_SHAPE } from './icon-shape.ts';

const ATTRIBUTE = /(?<![\w-])([\w-]+)="([^"]*)"/g;

type Shape = readonly [name: string, attributes: Readonly<Record<string, string>>];

const shapes = new Map<string, readonly Shape[]>();

/** The shapes of an icon, parsed once. */
function shapesOf(svg: string): readonly Shape[] {
  const known = shapes.get(svg);
  if (known) return known;
  const read = Array.from(svg.matchAll(ICON_SHAPE), ([, name = '', attributes = '']): Shape => [
    name,
    Object.fromEntries(
      Array.from(attributes.matchAll(ATTRIBUTE), ([, attribute = '', value = '']) => [attribute, value]),
    ),
  ]);
  shapes.set(svg, read);
  return read;
}

/** A Lucide icon, hidden from screen readers. `size` is in pixels. */
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
      {shapesOf(svg).map(([name, attributes], key) => h(name, { key, ...attributes }))}
    </svg>
  );
}
