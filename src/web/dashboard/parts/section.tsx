import type { ComponentChildren } from 'preact';

interface SectionProps {
  /** Of its heading, once on a page. */
  id: string;
  title: string;
  class?: string;
  children: ComponentChildren;
}

/** A card of a page, named by its heading. */
export function Section({ id, title, class: own, children }: SectionProps) {
  return (
    <section class={own === undefined ? 'card part' : `card part ${own}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
