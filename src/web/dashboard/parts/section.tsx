import type { ComponentChildren } from 'preact';

interface SectionProps {
  /** The id of the heading, unique on the page. */
  id: string;
  title: string;
  class?: string;
  children: ComponentChildren;
}

/** A card that is labeled by its heading. */
export function Section({ id, title, class: own, children }: SectionProps) {
  return (
    <section class={own === undefined ? 'card part' : `card part ${own}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
