import { ArrowLeft } from 'lucide-static';
import { useState } from 'preact/hooks';
import type { ActionsReply, ReadOpenApiReply } from '../../../../../actions/wire/actions.ts';
import { adminApi } from '../../../../ui/admin-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { invalidate, useLive } from '../../../../ui/live.ts';
import { ErrorNotice } from '../../../../ui/notice.tsx';
import { go } from '../../../../ui/router.ts';
import { UntrustedText } from '../../../../ui/untrusted-text.tsx';
import { takeFiles } from '../../../../ui/uploads/chosen-files.ts';
import { useAction } from '../../../../ui/use-action.ts';
import { actionsPath } from '../../../addresses.ts';
import { Section } from '../../../parts/section.tsx';
import { Head } from '../../../parts/head.tsx';
import { MAX_ACTIONS } from './action-edit.ts';
import { actionsHref } from './action-editor.tsx';
import { OperationChoice } from './operation-choice.tsx';

/** Time-out for reading a description, in milliseconds. */
const READ_TIMEOUT_MS = 60_000;

/** Creates actions from the operations in an OpenAPI description. */
export function FromOpenApi({ assistantId }: { assistantId: string }) {
  const path = actionsPath(assistantId);
  const [address, setAddress] = useState('');
  const [described, setDescribed] = useState<ReadOpenApiReply>();
  const reading = useAction();
  const read = (body: { address: string } | { text: string }) =>
    reading.run(async () => {
      setDescribed(undefined);
      setDescribed(
        await adminApi.send<ReadOpenApiReply>('POST', `${path}/openapi`, body, {
          timeoutMs: READ_TIMEOUT_MS,
        }),
      );
    });
  const readFile = async (input: HTMLInputElement) => {
    const [file] = takeFiles(input);
    if (file) await read({ text: await file.text() });
  };
  return (
    <div class="view">
      <p class="back">
        <a href={actionsHref(assistantId)}>
          <Icon svg={ArrowLeft} size={16} /> Actions
        </a>
      </p>
      <Head title="Actions from OpenAPI" lead="Reads an OpenAPI 3 description of your API." />
      <div class="edited">
        <Section id="openapi-source" title="Description">
          <form
            class="openapi-source"
            aria-label="Description"
            onSubmit={(event) => {
              event.preventDefault();
              if (address.trim() !== '') void read({ address: address.trim() });
            }}
          >
            <label for="openapi-address">Address</label>
            <div class="row">
              <input
                id="openapi-address"
                type="text"
                class="code"
                inputMode="url"
                spellcheck={false}
                autocomplete="off"
                placeholder="https://api.example.com/openapi.json"
                maxLength={2000}
                value={address}
                onInput={({ currentTarget }) => setAddress(currentTarget.value)}
              />
              <Button submit disabled={reading.running || address.trim() === ''}>
                {reading.running ? 'Reading…' : 'Read'}
              </Button>
              <label class="button">
                Choose file
                <input
                  class="unseen"
                  type="file"
                  accept=".json,.yaml,.yml,application/json,application/yaml"
                  onChange={({ currentTarget }) => void readFile(currentTarget)}
                />
              </label>
            </div>
          </form>
          <ErrorNotice sentence={reading.problem} />
        </Section>
        {described && <Operations key={described.title} {...{ assistantId, described }} />}
      </div>
    </div>
  );
}

interface OperationsProps {
  assistantId: string;
  described: ReadOpenApiReply;
}

/** The operations of a description, to select from. */
function Operations({ assistantId, described: { title, operations } }: OperationsProps) {
  const path = actionsPath(assistantId);
  const { data } = useLive<ActionsReply>(path);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [wanted, setWanted] = useState('');
  const creating = useAction();
  const left = MAX_ACTIONS - (data?.actions.length ?? 0);
  const words = wanted.trim().toLowerCase();
  const shown = operations.flatMap((operation, index) => {
    const text = `${operation.method} ${operation.path} ${operation.summary}`.toLowerCase();
    return text.includes(words) ? [{ operation, index }] : [];
  });
  const toggle = (index: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(index);
    else next.delete(index);
    setChosen(next);
  };
  const create = () =>
    creating.run(async () => {
      for (const index of [...chosen].toSorted((one, other) => one - other)) {
        await adminApi.send('POST', path, operations[index]?.action);
        // Created actions are deselected, so that a retry does not create them again.
        setChosen((before) => new Set([...before].filter((other) => other !== index)));
      }
      invalidate(path);
      go(actionsHref(assistantId));
    });
  return (
    <Section id="openapi-operations" title="Operations">
      <p>
        <UntrustedText text={title} />. Chosen operations become actions that are switched off. Check each one
        before you switch it on.
      </p>
      {operations.length > 10 && (
        <input
          type="search"
          aria-label="Find an operation"
          placeholder="Path or summary"
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      )}
      <ul class="operations">
        {shown.map(({ operation, index }) => (
          <OperationChoice
            key={index}
            operation={operation}
            checked={chosen.has(index)}
            onChange={(isChosen) => toggle(index, isChosen)}
          />
        ))}
      </ul>
      {shown.length === 0 && <p class="none">No operations found.</p>}
      <div class="row">
        <Button
          class="button primary"
          disabled={creating.running || chosen.size === 0 || chosen.size > left}
          onClick={create}
        >
          {chosen.size === 1 ? 'Create 1 action' : `Create ${chosen.size} actions`}
        </Button>
      </div>
      {chosen.size > left && (
        <p class="bad">
          An assistant has at most {MAX_ACTIONS} actions: {left} can be created.
        </p>
      )}
      <ErrorNotice sentence={creating.problem} />
    </Section>
  );
}
