import type { AgentApplication } from '../../../access/records/agent-application.ts';
import type { CollabChecks } from '../../../admin/wire/admin.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath } from '../../ui/request.ts';
import { useAction } from '../../ui/use-action.ts';
import { isComplete, type SetupValues } from '../values.ts';
import { type Ids, IdFields } from './id-fields.tsx';
import { type StepState, Value } from './step.tsx';

export function applicationState(found: CollabChecks | undefined): StepState {
  if (!found) return 'unknown';
  if (found.identity !== 'entra') return 'to-do';
  return found.signingKeys ? 'done' : 'problem';
}

interface ApplicationProps {
  values: SetupValues;
  ids: Ids;
  onIds: (ids: Ids) => void;
  found: CollabChecks | undefined;
}

const APPLICATION = apiPath('collab-setup/application');

/** The application for the agents' sign-in, and whether the service can reach its directory. */
export function Application({ values, ids, onIds, found }: ApplicationProps) {
  return (
    <>
      {found?.isFromEnvironment ? (
        <>
          <p>
            The settings <code>IDP_APP_CLIENT_ID</code> and <code>IDP_APP_TENANT_ID</code> of the deployment
            name the application. Change them there.
          </p>
          <Value label="Application (client) ID" value={found.clientId ?? ''} />
          <Value label="Directory (tenant) ID" value={found.tenantId ?? ''} />
        </>
      ) : (
        <ApplicationForm {...{ values, ids, onIds, found }} />
      )}
      <Findings found={found} />
    </>
  );
}

/** The form. The service uses saved ids within seconds, without a restart. */
function ApplicationForm({ values: { clientId, tenantId }, ids, onIds, found }: ApplicationProps) {
  const action = useAction();
  const isFilled = isComplete(clientId) && isComplete(tenantId);
  const isSaved = found?.identity === 'entra' && found.clientId === clientId && found.tenantId === tenantId;
  const save = () =>
    action.run(async () => {
      await adminApi.send<AgentApplication>('PUT', APPLICATION, { clientId, tenantId });
      location.reload();
    });
  const remove = () =>
    action.run(async () => {
      await adminApi.send<void>('DELETE', APPLICATION);
      location.reload();
    });
  return (
    <>
      <p>
        Enter the IDs of the application. They are stored with the conversations and survive every update.
      </p>
      <IdFields ids={ids} onIds={onIds} />
      <div class="row">
        <Button class="button primary" disabled={!isFilled || isSaved || action.running} onClick={save}>
          Save
        </Button>
        {found?.identity === 'entra' && (
          <Button disabled={action.running} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      <ErrorNotice sentence={action.problem} />
    </>
  );
}

function Findings({ found }: { found: CollabChecks | undefined }) {
  return (
    <ul class="findings" aria-live="polite">
      {found?.identity === 'local' && (
        <li>Local host: test accounts are used until an application is configured.</li>
      )}
      {found?.identity === 'none' && <li>No application is configured.</li>}
      {found?.identity === 'entra' && (
        <li>
          Application <code>{found.clientId}</code> is configured.
        </li>
      )}
      {found?.identity === 'entra' && <li>{signingKeysSentence(found.signingKeys)}</li>}
    </ul>
  );
}

/** Describes the number of signing keys; null if the directory did not respond. */
function signingKeysSentence(signingKeys: number | null): string {
  if (signingKeys === null) {
    return 'The signing keys of your directory cannot be reached. Check the directory ID and outbound network access.';
  }
  return signingKeys === 0
    ? 'Your directory has no signing keys. Check the directory ID.'
    : 'The signing keys of your directory are reachable.';
}
