import type { VisitedPage } from '../../../conversations/records/session.ts';
import { Time } from '../../ui/time.tsx';
import { Page } from './page-link.tsx';

/** The pages from which the visitor wrote, newest first. Renders nothing for a single page. */
export function VisitedPages({ pages = [] }: { pages: readonly VisitedPage[] | undefined }) {
  if (pages.length < 2) return null;
  return (
    <section class="about-part" aria-labelledby="pages-title">
      <h3 id="pages-title">Pages</h3>
      <ol class="about-list">
        {pages.toReversed().map(({ url, at }) => (
          <li key={at}>
            <Page address={url} />
            <span class="about-facts">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
