import { ExternalLink } from 'lucide-static';
import { useState } from 'preact/hooks';
import type {
  SourcePageReply,
  WebsiteSource,
  WebsiteSourceReply,
} from '../../../../websites/wire/website-sources.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { plural } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { setResponse } from '../../../ui/live.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { showControlCharacters } from '../../../ui/visible.ts';
import { websitePagePath, websitePath } from '../../addresses.ts';
import { LeftOutParts } from './left-out-parts.tsx';
import { pageNote, titleOf } from './words.ts';

interface PageProps {
  source: WebsiteSource;
  pageId: string;
  onClose: () => void;
}

/** A page as the assistant reads it, with its omitted parts. */
export function WebsitePageDialog({ source, pageId, onClose }: PageProps) {
  const path = websitePagePath(source.id, pageId);
  const { data, problem, retry } = useLoaded(() => adminApi.get<SourcePageReply>(path), path);
  const [changed, setChanged] = useState<SourcePageReply>();
  const view = changed ?? data;
  return (
    <Dialog title={view ? showControlCharacters(titleOf(view.page)) : 'Page'} wide onClose={onClose}>
      <ErrorNotice sentence={problem} onRetry={retry} />
      {view && <PageText {...{ source, path, view }} onChanged={setChanged} />}
      <div class="actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

interface TextProps {
  source: WebsiteSource;
  path: string;
  view: SourcePageReply;
  onChanged: (view: SourcePageReply) => void;
}

function PageText({ source, path, view, onChanged }: TextProps) {
  const { page, sections, leftOut, difference } = view;
  const action = useAction();
  const note = pageNote(page);
  const leaveOutHeadings = (headings: readonly (readonly string[])[]) =>
    action.run(async () => {
      onChanged(await adminApi.send<SourcePageReply>('PUT', `${path}/left-out-headings`, { headings }));
    });
  const leaveOutBlocks = (leftOutBlocks: WebsiteSource['leftOutBlocks']) =>
    action.run(async () => {
      const sourcePath = websitePath(source.id);
      setResponse(
        sourcePath,
        await adminApi.send<WebsiteSourceReply>('PATCH', sourcePath, { leftOutBlocks }),
      );
      onChanged(await adminApi.get<SourcePageReply>(path));
    });
  return (
    <>
      <p class="row site-original">
        <a href={page.url} target="_blank" rel="noopener noreferrer">
          Open the original
          <Icon svg={ExternalLink} size={14} />
        </a>
        <span class="quiet">
          {plural(sections.length, 'section')}, {plural(page.words, 'word')}
          {page.readAt !== undefined && (
            <>
              {' · '}Read <Time at={page.readAt} as="ago" />
            </>
          )}
          {page.pageDate !== undefined && ` · Page says ${formatPageDate(page.pageDate)}`}
        </span>
      </p>
      {note !== undefined && <p class="wait">{note}</p>}
      <ErrorNotice sentence={action.problem} />
      <div class="document-text" role="region" aria-label="Assistant’s view" tabIndex={0}>
        {sections.map(({ title, path: above, blocks }, index) => (
          <section key={index}>
            {above.length > 0 && (
              <p class="quiet">
                <UntrustedText text={above.join(' › ')} />
              </p>
            )}
            <div class="site-heading">
              <h3>
                <UntrustedText text={title} />
              </h3>
              <Button
                class="link"
                aria-label={`Leave out the part ${showControlCharacters(title)}`}
                disabled={action.running}
                onClick={() => leaveOutHeadings([...leftOut.headings, [...above, title]])}
              >
                Leave out
              </Button>
            </div>
            {blocks.map(({ hash, markdown }, at) => (
              <div key={at} class="site-block">
                <Markdown text={markdown} />
                <Button
                  class="link"
                  disabled={action.running}
                  onClick={() =>
                    leaveOutBlocks([...source.leftOutBlocks, { hash, text: markdown.slice(0, 200) }])
                  }
                >
                  Leave out on all pages
                </Button>
              </div>
            ))}
          </section>
        ))}
        {sections.length === 0 && <p class="quiet">The assistant gets no content of this page.</p>}
      </div>
      <LeftOutParts
        leftOut={leftOut}
        disabled={action.running}
        onHeadings={(headings) => void leaveOutHeadings(headings)}
        onPutBack={(hash) => void leaveOutBlocks(source.leftOutBlocks.filter((block) => block.hash !== hash))}
      />
      {difference && page.change && (
        <>
          <h3 class="site-part">
            {CHANGES[page.change.kind]} <Time at={page.change.at} as="ago" />
          </h3>
          <Difference pieces={difference} />
        </>
      )}
    </>
  );
}

const CHANGES = { changed: 'Changed', new: 'Added', gone: 'Gone since' } as const;

const month = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'long', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' });

/** Formats a page's date, `YYYY-MM` or `YYYY-MM-DD`. */
function formatPageDate(date: string): string {
  const at = new Date(date);
  if (Number.isNaN(at.getTime())) return date;
  return (date.length > 7 ? day : month).format(at);
}

/** A text with its insertions and deletions. */
function Difference({ pieces }: { pieces: NonNullable<SourcePageReply['difference']> }) {
  return (
    <div class="document-text difference" role="region" aria-label="Difference" tabIndex={0}>
      {pieces.map(({ kind, text }, index) => {
        const shown = showControlCharacters(text);
        if (kind === 'added') return <ins key={index}>{shown}</ins>;
        return kind === 'removed' ? <del key={index}>{shown}</del> : <span key={index}>{shown}</span>;
      })}
    </div>
  );
}
