import type { OverviewReply } from '../../../../admin/wire/admin.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { useLive } from '../../../ui/live.ts';
import { RAIL_PATH } from '../../addresses.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { Configuration } from './configuration.tsx';
import { Reports } from './reports.tsx';
import { Head } from '../../parts/head.tsx';

/** The settings of the environment, and the reports to the publisher. */
export function AdvancedSettings() {
  const live = useLive<OverviewReply>(RAIL_PATH);
  const { data } = live;
  return (
    <>
      <Head
        title="Advanced"
        lead="The environment of the service, and the data that it sends to a publisher."
      />
      <Loaded live={live}>
        {data ? (
          <>
            <Section id="configuration" title="Configuration">
              <p class="quiet">
                Set as environment variables. Changes apply after a restart. Secrets are not shown.
              </p>
              <Configuration settings={data.settings} />
            </Section>
            <Section id="sent-reports" title="Data sent to the publisher">
              <p class="quiet">
                Two reports, for billing and health, without messages, names, e-mail addresses or session IDs.
                No other data is sent, except to the Microsoft 365 and Azure services that you turn on.
              </p>
              <Reports publisher={data.settings.publisher} />
            </Section>
          </>
        ) : (
          <section class="card part" aria-label="Advanced">
            <Bar width={40} />
          </section>
        )}
      </Loaded>
    </>
  );
}
