import { useState } from 'preact/hooks';
import type { AssistantHealth } from '../../../operations/records/health.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { apiPath } from '../../ui/request.ts';
import { modelName, retirementText } from '../parts/model-text.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';
import { ModelNotice } from '../parts/notices.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Button } from '../../ui/button.tsx';

/** The connected model, its retirement date, and a check on request. */
export function Model({ health: read }: { health: AssistantHealth }) {
  const [checked, setChecked] = useState<AssistantHealth>();
  const action = useAction();
  const health = checked ?? read;

  const check = () =>
    action.run(async () =>
      setChecked(await adminApi.send<AssistantHealth>('POST', apiPath('ops/model-check'), {})),
    );

  const hasModel = health.model !== 'knowledge';
  return (
    <>
      <ModelNotice health={health} />
      <dl class="settings">
        <div>
          <dt>Model</dt>
          <dd>
            <UntrustedText text={modelName(health)} />
          </dd>
        </div>
        {hasModel && (
          <>
            <div>
              <dt>Retirement</dt>
              <dd>{retirementText(health, Date.now()) ?? 'No date announced'}</dd>
            </div>
            {health.embedding && (
              <div>
                <dt>Search by meaning</dt>
                <dd>
                  <UntrustedText text={health.embedding.model} />
                  <br />
                  {retirementText(health.embedding, Date.now()) ?? 'No retirement announced'}
                </dd>
              </div>
            )}
            <div>
              <dt>Last check</dt>
              <dd>{health.checkedAt === undefined ? 'Not checked yet' : <Time at={health.checkedAt} />}</dd>
            </div>
          </>
        )}
      </dl>
      {!hasModel && (
        <p class="quiet">
          To connect a model, set <code>AZURE_OPENAI_ENDPOINT</code> and <code>AZURE_OPENAI_DEPLOYMENT</code>,
          or <code>OPENAI_BASE_URL</code> and <code>OPENAI_MODEL</code>. The service reads them when it
          starts.
        </p>
      )}
      {hasModel && (
        <Button disabled={action.running} onClick={check}>
          {action.running ? 'Checking…' : 'Check now'}
        </Button>
      )}
      <ErrorNotice sentence={action.problem} />
    </>
  );
}
