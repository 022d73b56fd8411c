import { useState } from 'preact/hooks';
import type { Switches as SwitchStates } from '../../../platform/records/switches.ts';
import type { SwitchesReply, SwitchesRequest } from '../../../platform/wire/switches.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { Check } from '../../ui/field.tsx';
import { invalidate, setResponse, useLive } from '../../ui/live.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { apiPath } from '../../ui/request.ts';
import { Bar } from '../../ui/skeleton.tsx';
import { useVersionedSave } from '../../ui/versioned-save.ts';
import { OVERVIEW_PATH } from '../addresses.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Section } from '../parts/section.tsx';
import { Head } from '../parts/head.tsx';

const PATH = apiPath('switches');

export function Switches() {
  const live = useLive<SwitchesReply>(PATH);
  return (
    <>
      <Head title="Switches" lead="They apply to all sites and widgets within 15 seconds." />
      <Loaded live={live}>
        {live.data ? (
          <Parts data={live.data} refresh={live.refresh} />
        ) : (
          <section class="card part" aria-label="Switches">
            <Bar width={40} />
          </section>
        )}
      </Loaded>
    </>
  );
}

function Parts({ data, refresh }: { data: SwitchesReply; refresh: () => Promise<void> }) {
  const saved = useVersionedSave(refresh);
  /** Shown until the change is saved or refused. */
  const [pending, setPending] = useState<Partial<SwitchStates>>({});
  const [last, setLast] = useState<keyof SwitchStates>();
  const { etag, ...stored } = data;
  const states = { ...stored, ...pending };
  const problemOf = (one: keyof SwitchStates) => (one === last ? saved.problem?.message : undefined);
  const change = (one: keyof SwitchStates, isOn: boolean) => {
    const changed = { [one]: isOn };
    setLast(one);
    setPending(changed);
    const saving = saved.save(async () => {
      const edit: SwitchesRequest = { ...stored, ...changed };
      setResponse(PATH, await adminApi.send<SwitchesReply>('PUT', PATH, edit, { etag }));
    });
    void saving.finally(() => {
      setPending({});
      // The banner is part of the overview, and another admin can have changed it.
      invalidate(OVERVIEW_PATH);
    });
  };
  return (
    <>
      <Section id="assistant-switch" title="Assistant">
        <Check
          label="Stop the assistant"
          checked={states.assistantStopped}
          onChange={(isOn) => change('assistantStopped', isOn)}
        />
        <ErrorNotice sentence={problemOf('assistantStopped')} />
        <p class="quiet">
          Visitors read that a person from your team will answer, and their conversations wait in the agent
          desk. If no agent is available, visitors can leave a message. The language model is not called for
          visitors.
        </p>
      </Section>
      <Section id="chat-switch" title="Chat">
        <Check
          label="Take the chat off the site"
          checked={states.chatOff}
          onChange={(isOn) => change('chatOff', isOn)}
        />
        <ErrorNotice sentence={problemOf('chatOff')} />
        <p class="quiet">
          Pages that visitors open show no chat button, and no conversation can be started. Conversations that
          have begun continue on pages that are open. The dashboard and the agent desk are not affected.
          Browsers keep the script for five minutes. A site with a pinned version shows the button until a
          visitor uses it.
        </p>
      </Section>
    </>
  );
}
