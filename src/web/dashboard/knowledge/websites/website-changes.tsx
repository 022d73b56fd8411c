import type { SourcePagesReply, WebsiteSource } from '../../../../websites/wire/website-sources.ts';
import { Button } from '../../../ui/button.tsx';
import { plural } from '../../../ui/format.ts';
import { useLive } from '../../../ui/live.ts';
import { Time } from '../../../ui/time.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { websitePagesPath } from '../../addresses.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { changeCounts, titleOf } from './words.ts';

interface ChangesProps {
  source: WebsiteSource;
  onPublish: () => void;
  disabled: boolean;
  onOpen: (pageId: string) => void;
}

/** Changed, new and removed pages of the latest crawl. Each opens with its difference. */
export function WebsiteChanges({ source, onPublish, disabled, onOpen }: ChangesProps) {
  const { id, changes, waiting } = source;
  const counted = changes && changeCounts(changes);
  const live = useLive<SourcePagesReply>(
    counted === undefined ? undefined : websitePagesPath(id, { changed: 'true' }),
  );
  if (!changes && !waiting) return null;
  return (
    <Section id="website-changes" title="Changes">
      {waiting && (
        <div class="row">
          <p>
            <strong>{changeCounts(waiting) ?? plural(waiting.documents, 'page')}</strong> waiting since{' '}
            <Time at={waiting.at} as="ago" />. Visitors do not get this yet.
          </p>
          <Button class="button primary" disabled={disabled} onClick={onPublish}>
            Publish
          </Button>
        </div>
      )}
      {changes && (
        <p>
          {counted === undefined ? 'Nothing has changed' : <strong>{counted}</strong>} since{' '}
          <Time at={changes.since} as="ago" />.
        </p>
      )}
      {counted !== undefined && (
        <Loaded live={live}>
          <ul class="site-changes">
            {live.data?.pages.map((page) => (
              <li key={page.id}>
                <span class={page.change ? TONES[page.change.kind] : 'quiet'}>
                  {page.change ? NAMES[page.change.kind] : ''}
                </span>
                <Button class="link" onClick={() => onOpen(page.id)}>
                  <UntrustedText text={titleOf(page)} />
                </Button>
                <span class="quiet">
                  <UntrustedText text={page.pattern} />
                </span>
              </li>
            ))}
          </ul>
        </Loaded>
      )}
    </Section>
  );
}

const NAMES = { changed: 'Changed', new: 'New', gone: 'Gone' } as const;
const TONES = { changed: 'info', new: 'good', gone: 'wait' } as const;
