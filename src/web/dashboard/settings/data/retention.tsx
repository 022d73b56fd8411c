import { useState } from 'preact/hooks';
import { isShorterRetention } from '../../../../admin/rules/retention.ts';
import type { ServiceSettingsReply } from '../../../../email/wire/service-settings.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { TextField } from '../../../ui/field.tsx';
import { plural } from '../../../ui/format.ts';
import { useLive } from '../../../ui/live.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { SERVICE_SETTINGS_PATH } from '../../addresses.ts';
import { FromEnvironment } from '../../parts/from-environment.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { useServiceSettings } from '../use-service-settings.ts';

/** How long conversations are kept. */
export function Retention() {
  const live = useLive<ServiceSettingsReply>(SERVICE_SETTINGS_PATH);
  const { data } = live;
  return (
    <Loaded live={live}>
      {data ? (
        <RetentionOf data={data} refresh={live.refresh} />
      ) : (
        <Section id="retention" title="Retention">
          <Bar width={40} />
        </Section>
      )}
    </Loaded>
  );
}

const daysAfter = (days: number) =>
  `Deleted ${plural(days, 'day')} after the last message, unless an agent has claimed them.`;

interface RetentionOfProps {
  data: ServiceSettingsReply;
  refresh: () => Promise<void>;
}

function RetentionOf({ data, refresh }: RetentionOfProps) {
  const editor = useServiceSettings(data, refresh);
  /** The save that the admin is asked to confirm. */
  const [asked, setAsked] = useState<() => Promise<void>>();
  const decided = data.environment.retentionDays;
  if (decided !== undefined) {
    return (
      <Section id="retention" title="Retention">
        <FromEnvironment label="Conversations" variable="RETENTION_DAYS">
          {daysAfter(decided)}
        </FromEnvironment>
      </Section>
    );
  }
  const { edit, change } = editor;
  const days = Number(edit.retentionDays);
  const isShorter = isShorterRetention(data.settings.retentionDays, days);
  /** Shortening deletes conversations, so it is confirmed first. */
  const confirmed = (save: () => Promise<void>) => async () => {
    if (isShorter) setAsked(() => save);
    else await save();
  };
  const guarded = { ...editor, save: confirmed(editor.save), overwrite: confirmed(editor.overwrite) };
  return (
    <EditForm label="Retention" editor={guarded} existing create="Save">
      <Section id="retention" title="Retention">
        <TextField
          path="retentionDays"
          label="Days to keep conversations"
          most={5}
          decimal
          placeholder="For ever"
          hint={
            days > 0
              ? `${daysAfter(days)} Deleted conversations cannot be restored.`
              : 'Conversations are kept until you delete them. Enter a number of days to delete them after their last message.'
          }
          value={edit.retentionDays}
          onChange={(retentionDays) => change({ retentionDays })}
        />
      </Section>
      {asked && (
        <Confirm
          title="Delete older conversations?"
          action="Save and delete"
          run={asked}
          onClose={() => setAsked(undefined)}
        >
          <p>
            Conversations without a message for {plural(days, 'day')} are deleted within an hour, unless an
            agent has claimed them. They cannot be restored.
          </p>
        </Confirm>
      )}
    </EditForm>
  );
}
