import { useState } from 'preact/hooks';
import { withRule } from '../../../../websites/rules/page-rules.ts';
import type {
  WebsiteSource,
  WebsiteSourceEdit,
  WebsiteSourceReply,
} from '../../../../websites/wire/website-sources.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { ConfirmedButton } from '../../../ui/confirm.tsx';
import { dropResponse, invalidate, setResponse, useLive } from '../../../ui/live.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { go, href } from '../../../ui/router.ts';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { sourcesPath, websitePath, websitesPath } from '../../addresses.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useFastRefresh } from './use-fast-refresh.ts';
import { WebsiteChanges } from './website-changes.tsx';
import { WebsiteChoices } from './website-choices.tsx';
import { WebsitePageDialog } from './website-page.tsx';
import { WebsitePages } from './website-pages.tsx';
import { WebsiteProgress } from './website-progress.tsx';
import { isActive, shortAddress } from './words.ts';
import { Head } from '../../parts/head.tsx';

/** The page of a website: progress, pages, changes and settings. */
export function WebsiteView({ id }: { id: string }) {
  const path = websitePath(id);
  const live = useLive<WebsiteSourceReply>(path);
  const source = live.data?.source;
  useFastRefresh(source !== undefined && isActive(source), live.refresh);
  return (
    <div class="view">
      <Head
        title={source ? <UntrustedText text={shortAddress(source.address)} /> : 'Website'}
        lead={<a href={href(['knowledge'], source ? { assistant: source.assistantId } : {})}>Knowledge</a>}
        live={live}
      >
        {source && <Remove source={source} path={path} />}
      </Head>
      <Loaded live={live}>{source && <Website source={source} path={path} />}</Loaded>
    </div>
  );
}

interface WebsiteProps {
  source: WebsiteSource;
  path: string;
}

function Website({ source, path }: WebsiteProps) {
  const [openPage, setOpenPage] = useState<string>();
  const action = useAction();
  const change = (edit: Partial<WebsiteSourceEdit>) =>
    action.run(async () => {
      setResponse(path, await adminApi.send<WebsiteSourceReply>('PATCH', path, edit));
    });
  const publish = () =>
    action.run(async () => {
      // Changes that were replaced since are not published unseen.
      const etag = source.waiting && `"${source.waiting.at}"`;
      setResponse(
        path,
        await adminApi.send<WebsiteSourceReply>('POST', `${path}/publish`, undefined, { etag }),
      );
    });
  const choose = async (patterns: readonly string[], read: boolean) => {
    let isStored = false;
    await action.run(async () => {
      const rules = patterns.reduce((all, pattern) => withRule(all, { pattern, read }), [...source.rules]);
      const edit = { rules };
      setResponse(path, await adminApi.send<WebsiteSourceReply>('PATCH', path, edit));
      isStored = true;
    });
    return isStored;
  };
  return (
    <>
      <WebsiteProgress source={source} />
      <ErrorNotice sentence={action.problem} />
      <WebsiteChanges
        source={source}
        onPublish={() => void publish()}
        disabled={action.running}
        onOpen={setOpenPage}
      />
      <div class="site-columns">
        <WebsitePages source={source} onChoose={choose} onOpen={setOpenPage} />
        <WebsiteChoices source={source} disabled={action.running} onChange={(edit) => void change(edit)} />
      </div>
      {openPage !== undefined && (
        <WebsitePageDialog
          key={openPage}
          source={source}
          pageId={openPage}
          onClose={() => setOpenPage(undefined)}
        />
      )}
    </>
  );
}

function Remove({ source, path }: WebsiteProps) {
  const remove = async () => {
    await adminApi.send('DELETE', path);
    go(href(['knowledge'], { assistant: source.assistantId }));
    dropResponse(path);
    invalidate(websitesPath(source.assistantId));
    invalidate(sourcesPath(source.assistantId));
  };
  return (
    <ConfirmedButton label="Delete website" title="Delete this website?" action="Delete website" run={remove}>
      <p>The assistant no longer answers from its pages. The site itself stays as it is.</p>
    </ConfirmedButton>
  );
}
