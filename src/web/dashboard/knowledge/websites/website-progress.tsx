import type { WebsiteSource, WebsiteSourceReply } from '../../../../websites/wire/website-sources.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Button } from '../../../ui/button.tsx';
import { formatCount, plural } from '../../../ui/format.ts';
import { setResponse } from '../../../ui/live.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { Time } from '../../../ui/time.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { websitePath } from '../../addresses.ts';
import { ChangeAddress } from './add-website.tsx';
import { isActive, shortAddress, slowNote, websiteProblem, websiteState } from './words.ts';

/** The progress of reading a website, with start and stop buttons. */
export function WebsiteProgress({ source }: { source: WebsiteSource }) {
  const { id, pages, phase } = source;
  const { words, tone } = websiteState(source);
  const action = useAction();
  const path = websitePath(id);
  const send = (verb: 'start' | 'stop') =>
    action.run(async () => {
      setResponse(path, await adminApi.send<WebsiteSourceReply>('POST', `${path}/${verb}`));
    });
  return (
    <section class="card part site-progress" aria-label="Progress">
      <div class="row">
        <strong class={tone} role="status">
          {words}
        </strong>
        {isActive(source) && (
          <Button disabled={action.running} onClick={() => send('stop')}>
            Stop
          </Button>
        )}
        {phase !== 'reading' && (
          <Button
            class={phase === 'read' ? 'button' : 'button primary'}
            disabled={action.running}
            onClick={() => send('start')}
          >
            {START[phase]}
          </Button>
        )}
        {!isActive(source) && <ChangeAddress source={source} />}
      </div>
      {phase === 'reading' && (
        <progress aria-label="Pages read" value={pages.read} max={Math.max(1, pages.read + pages.waiting)} />
      )}
      <p class="quiet">
        {phase === 'finding' || phase === 'found'
          ? `${plural(pages.read + pages.waiting, 'page')} chosen, `
          : `${plural(pages.read, 'page')} read, ${formatCount(pages.waiting)} waiting, `}
        {formatCount(pages.leftOut)} left out
        <Times source={source} />
      </p>
      <Slow source={source} />
      <Reached source={source} />
      <ErrorNotice sentence={action.problem} />
      {!isActive(source) && <Warning sentence={websiteProblem(source)} />}
      {source.offers.overLimit > 0 && (
        <p class="quiet">
          The site has {plural(source.offers.overLimit, 'more page')} than are read. Leave out sections that
          the assistant does not need.
        </p>
      )}
    </section>
  );
}

const START = {
  finding: 'Start reading',
  found: 'Start reading',
  stopped: 'Continue reading',
  failed: 'Try again',
  read: 'Read again now',
} as const;

function Times({ source: { readAt, nextReadAt } }: { source: WebsiteSource }) {
  return (
    <>
      {readAt !== undefined && (
        <>
          {' · '}Last read <Time at={readAt} as="ago" />
        </>
      )}
      {nextReadAt !== undefined && (
        <>
          {' · '}Next: <Time at={nextReadAt} />
        </>
      )}
    </>
  );
}

/** How the site slows down the reading. */
function Slow({ source }: { source: WebsiteSource }) {
  const note = slowNote(source, Date.now());
  if (note === undefined) return null;
  return (
    <p class="wait">
      {note}
      {source.pausedUntil !== undefined && (
        <>
          {' · '}
          <Time at={source.pausedUntil} />
        </>
      )}
    </p>
  );
}

/** The address that the entered address leads to, if it is on another host. */
function Reached({ source: { address, startUrl = address } }: { source: WebsiteSource }) {
  if (new URL(startUrl).host === new URL(address).host) return null;
  return (
    <p class="quiet">
      Leads to <UntrustedText text={shortAddress(startUrl)} />
    </p>
  );
}

function Warning({ sentence }: { sentence: string | undefined }) {
  return sentence === undefined ? null : <p class="bad">{sentence}</p>;
}
