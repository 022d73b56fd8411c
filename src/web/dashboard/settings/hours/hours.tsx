import type { BusinessHoursReply, BusinessHoursRequest } from '../../../../availability/wire.ts';
import { adminApi } from '../../../ui/admin-api.ts';
import { Check } from '../../../ui/field.tsx';
import { apiPath } from '../../../ui/request.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { useEditor, type SavedState } from '../../parts/draft.ts';
import { setResponse, useLive } from '../../../ui/live.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { officeHours } from './hours-edit.ts';
import { HoursFields } from './hours-fields.tsx';
import { Head } from '../../parts/head.tsx';

const PATH = apiPath('business-hours');

export function Hours() {
  const live = useLive<BusinessHoursReply>(PATH);
  return (
    <>
      <Head
        title="Hours"
        lead="When agents are available. Outside these hours, visitors see that you are closed."
      />
      <Loaded live={live}>
        {live.data ? (
          <Editing data={live.data} refresh={live.refresh} />
        ) : (
          <section class="card part" aria-label="Hours">
            <Bar width={40} />
          </section>
        )}
      </Loaded>
    </>
  );
}

const savedHours = ({ hours, etag }: BusinessHoursReply): SavedState<BusinessHoursRequest> => ({
  edit: { hours },
  etag,
});

function Editing({ data, refresh }: { data: BusinessHoursReply; refresh: () => Promise<void> }) {
  const editor = useEditor({
    path: PATH,
    saved: savedHours(data),
    send: (edit, etag) => adminApi.send<BusinessHoursReply>('PUT', PATH, edit, { etag }),
    savedBy: savedHours,
    onSaved: (reply) => setResponse(PATH, reply),
    refresh,
  });
  const { edit, change } = editor;
  return (
    <EditForm label="Hours" editor={editor} existing create="Save">
      <section class="card part" aria-label="Hours">
        <Check
          label="Set business hours"
          checked={edit.hours !== undefined}
          onChange={(set) => change({ hours: set ? officeHours() : undefined })}
        />
        {edit.hours ? (
          <HoursFields hours={edit.hours} onChange={(hours) => change({ hours })} />
        ) : (
          <p class="quiet">Agents are available at any time.</p>
        )}
      </section>
    </EditForm>
  );
}
