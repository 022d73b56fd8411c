import { useEffect, useRef } from 'preact/hooks';
import type { OverviewReply } from '../../../wire/admin.ts';
import { apiPath } from '../api.ts';
import { useLive } from '../live.ts';
import { Trouble } from '../parts/notice.tsx';
import { Bar } from '../parts/skeleton.tsx';
import { AdminKey } from '../settings/admin-key.tsx';
import { AsTheyAre } from '../settings/as-they-are.tsx';
import { Conversations } from '../settings/data.tsx';
import { Embed } from '../settings/embed.tsx';
import { Model } from '../settings/model.tsx';
import { PARTS, SettingsNav, type PartId } from '../settings/nav.tsx';
import { Reports } from '../settings/reports.tsx';
import { Teams } from '../settings/teams.tsx';
import { Head } from './head.tsx';

/** Everything that is set once and looked up later. */
export function Settings({ section }: { section: string | undefined }) {
  const live = useLive<OverviewReply>(apiPath('overview', { window: '24h' }));
  const { data, problem, refresh } = live;
  return (
    <div class="view">
      <Head title="Settings">
        <SettingsNav current={PARTS.find(([id]) => id === section)?.[0]} />
      </Head>
      {problem && !data ? (
        <Trouble sentence={problem.message} onRetry={() => void refresh()} />
      ) : (
        PARTS.map(([id, name]) => (
          <Part key={id} id={id} name={name} wanted={id === section && data !== undefined}>
            {data ? <Content id={id} overview={data} /> : <Bar width={40} />}
          </Part>
        ))
      )}
    </div>
  );
}

function Content({ id, overview }: { id: PartId; overview: OverviewReply }) {
  switch (id) {
    case 'embed':
      return <Embed settings={overview.settings} />;
    case 'admin-key':
      return <AdminKey anonymousMode={overview.anonymousMode} />;
    case 'conversations':
      return <Conversations retentionDays={overview.retentionDays} />;
    case 'model':
      return <Model health={overview.assistant} />;
    case 'settings':
      return <AsTheyAre settings={overview.settings} />;
    case 'teams':
      return <Teams identity={overview.settings.identity} />;
    case 'reports':
      return <Reports publisher={overview.settings.publisher} />;
  }
}

interface PartProps {
  id: PartId;
  name: string;
  /** Whether the reader asked for this part. */
  wanted: boolean;
  children: preact.ComponentChildren;
}

function Part({ id, name, wanted, children }: PartProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!wanted) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [wanted]);
  return (
    <section class="card part" aria-labelledby={`part-${id}`}>
      <h2 id={`part-${id}`} ref={heading} tabIndex={-1}>
        {name}
      </h2>
      {children}
    </section>
  );
}
