import type { ComponentChildren } from 'preact';
import type { OverviewReply } from '../../../wire/admin.ts';
import { apiPath } from '../../ui/request.ts';
import { useLive } from '../../ui/live.ts';
import { lazyView } from '../parts/lazy-view.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Bar } from '../../ui/skeleton.tsx';
import { AdminKey } from '../settings/admin-key.tsx';
import { Configuration } from '../settings/configuration.tsx';
import { DataAndExport } from '../settings/data.tsx';
import { Installation } from '../settings/installation.tsx';
import { Model } from '../settings/model.tsx';
import { SETTINGS_PAGES, type SettingsPageId } from '../settings/pages.ts';
import { Reports } from '../settings/reports.tsx';
import { Tags } from '../settings/tags.tsx';
import { Assistants } from './assistants.tsx';
import { Head } from './head.tsx';
import { Hours } from './hours.tsx';
import { Notifications } from './notifications.tsx';
import { NotFound } from './not-found.tsx';
import { Widgets } from './widgets.tsx';
import { href } from '../../ui/router.ts';
import { useScrollToCurrent } from '../use-scroll-to-current.ts';
import type { ShownSettings } from '../../../domain/records/shown-settings.ts';

const Switches = lazyView(async () => (await import('../on-demand.ts')).Switches);

/** A settings page. Default: the first one. */
export function Settings({ page = SETTINGS_PAGES[0][0] }: { page: string | undefined }) {
  const current = SETTINGS_PAGES.find(([id]) => id === page)?.[0];
  if (current === undefined) return <NotFound />;
  return (
    <SettingsFrame current={current}>
      <Page id={current} />
    </SettingsFrame>
  );
}

function Page({ id }: { id: SettingsPageId }) {
  switch (id) {
    case 'embed':
      return <Installation />;
    case 'widgets':
      return <Widgets />;
    case 'assistants':
      return <Assistants />;
    case 'hours':
      return <Hours />;
    case 'switches':
      return <Switches />;
    case 'tags':
      return <Tags />;
    case 'notifications':
      return <Notifications />;
    default:
      return <Part id={id} />;
  }
}

type PartId = Exclude<
  SettingsPageId,
  'embed' | 'widgets' | 'assistants' | 'hours' | 'switches' | 'tags' | 'notifications'
>;

const LEADS: Record<PartId, ComponentChildren> = {
  'admin-key': 'Opens this dashboard and the admin API.',
  conversations: 'How long conversations are kept, and how to export them.',
  model: 'The language model that answers.',
  settings: 'Set as environment variables. Changes apply after a restart. Secrets are not shown.',
  teams: 'Agents answer from Microsoft Teams, with the accounts they already have.',
  reports:
    'Two reports, for billing and health, without messages, names, e-mail addresses or session IDs. No other data is sent, except to the Microsoft 365 and Azure services that you turn on.',
};

/** A page with data from the overview. */
function Part({ id }: { id: PartId }) {
  const live = useLive<OverviewReply>(apiPath('overview', { window: '24h' }));
  const name = SETTINGS_PAGES.find(([page]) => page === id)?.[1];
  return (
    <>
      <Head title={name} lead={LEADS[id]} />
      <Loaded live={live}>
        <section class="card part" aria-label={name}>
          {live.data ? <Content id={id} overview={live.data} /> : <Bar width={40} />}
        </section>
      </Loaded>
    </>
  );
}

function Content({ id, overview }: { id: PartId; overview: OverviewReply }) {
  const { settings } = overview;
  switch (id) {
    case 'admin-key':
      return <AdminKey anonymousMode={overview.anonymousMode} />;
    case 'conversations':
      return <DataAndExport retentionDays={overview.retentionDays} />;
    case 'model':
      return <Model health={overview.assistant} />;
    case 'settings':
      return <Configuration settings={settings} />;
    case 'teams':
      return <Teams identity={settings.identity} />;
    case 'reports':
      return <Reports publisher={settings.publisher} />;
  }
}

/** A settings page with its navigation, which is a row on phones. */
function SettingsFrame({ current, children }: { current: SettingsPageId; children: ComponentChildren }) {
  const list = useScrollToCurrent(current);
  return (
    <div class="with-parts">
      <nav class="parts" aria-label="Settings">
        <p aria-hidden="true">Settings</p>
        <ul ref={list}>
          {SETTINGS_PAGES.map(([id, name]) => (
            <li key={id}>
              <a href={href(['settings', id])} aria-current={id === current ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="view">{children}</div>
    </div>
  );
}

/** A link to the setup of Microsoft Teams. */
function Teams({ identity }: { identity: ShownSettings['identity'] }) {
  return (
    <>
      <p>
        {identity === 'entra'
          ? 'The setup wizard checks each step and creates the app package for your team.'
          : 'The setup wizard shows which steps are left.'}
      </p>
      <div class="row">
        <a class="button primary" href="/api/collab-setup">
          Open setup
        </a>
        <a class="button" href="/api/collab-tab">
          Open agent desk
        </a>
      </div>
    </>
  );
}
