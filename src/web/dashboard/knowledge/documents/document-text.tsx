import { useState } from 'preact/hooks';
import type { DocumentReply } from '../../../../assistants/wire/assistants.ts';
import { Choice } from '../../../ui/choice.tsx';
import { plural } from '../../../ui/format.ts';
import { Markdown } from '../../../ui/markdown.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { showControlCharacters } from '../../../ui/visible.ts';
import { Button } from '../../../ui/button.tsx';

type Document = DocumentReply['document'];

/** The number of sections that are rendered at first. */
const SHOWN = 50;

const VIEWS = [
  ['sections', 'Sections'],
  ['text', 'Text'],
] as const;

/** The length of a document in words. */
export const extentOf = ({ sections, markdown }: Document): string =>
  [
    ...(sections.length > 0 ? [plural(sections.length, 'section')] : []),
    plural(markdown.length, 'character'),
  ].join(', ');

/** A document as the assistant sees it: by sections, or as a whole. */
export function DocumentText({ document }: { document: Document }) {
  const { sections, markdown } = document;
  const [view, setView] = useState<'sections' | 'text'>(sections.length > 0 ? 'sections' : 'text');
  const [shown, setShown] = useState(SHOWN);
  const rest = sections.length - shown;
  return (
    <>
      <div class="row document-head">
        {sections.length > 0 && <Choice label="View" options={VIEWS} value={view} onChoose={setView} />}
        <span class="quiet">{extentOf(document)}</span>
      </div>
      <div class="document-text" role="region" aria-label="Assistant’s view" tabIndex={0}>
        {view === 'text' ? (
          <pre>{showControlCharacters(markdown)}</pre>
        ) : (
          sections.slice(0, shown).map(({ title, path, markdown: text }, index) => (
            <section key={index}>
              {path.length > 0 && (
                <p class="quiet">
                  <UntrustedText text={path.join(' › ')} />
                </p>
              )}
              <h3>
                <UntrustedText text={title} />
              </h3>
              <Markdown text={text} />
            </section>
          ))
        )}
        {view === 'sections' && rest > 0 && (
          <Button onClick={() => setShown(shown + SHOWN)}>
            Show {plural(Math.min(rest, SHOWN), 'more section')}
          </Button>
        )}
      </div>
    </>
  );
}
