import { useState } from 'preact/hooks';
import type { AssistantHealth } from '../../../wire/health.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { apiPath, sentenceOf } from '../../ui/request.ts';
import { modelName, retirementText } from '../model-text.ts';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Time } from '../../ui/time.tsx';
import { ModelNotice } from '../views/notices.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

/** The model that answers, its retirement, and a check on demand. */
export function Model({ health: read }: { health: AssistantHealth }) {
  const [checked, setChecked] = useState<AssistantHealth>();
  const [state, setState] = useState<{ running: boolean; error?: string }>({ running: false });
  const health = checked ?? read;

  async function check(): Promise<void> {
    setState({ running: true });
    try {
      setChecked(await adminApi.send<AssistantHealth>('POST', apiPath('ops/model-check'), {}));
      setState({ running: false });
    } catch (error) {
      setState({ running: false, error: sentenceOf(error) });
    }
  }

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
            <div>
              <dt>Last check</dt>
              <dd>{health.checkedAt === undefined ? 'Not checked yet' : <Time at={health.checkedAt} />}</dd>
            </div>
          </>
        )}
      </dl>
      {hasModel && (
        <button type="button" class="button" disabled={state.running} onClick={() => void check()}>
          {state.running ? 'Checking…' : 'Check now'}
        </button>
      )}
      <ErrorNotice sentence={state.error} />
    </>
  );
}
