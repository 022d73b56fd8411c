import type { VisitedPage } from '../../../domain/records/session.ts';
import { Time } from '../../ui/time.tsx';
import { Page } from './page-link.tsx';

/** The pages from which the visitor wrote, the newest first; nothing where there was only one. */
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
