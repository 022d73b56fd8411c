import { useState } from 'preact/hooks';
import type { Assistant, AssistantReply } from '../../../wire/assistants.ts';
import { apiPath, send, sentenceOf } from '../api.ts';
import { forget, know } from '../live.ts';
import { Stranger } from '../parts/stranger.tsx';
import { assistantSaved } from './assistant-edit.ts';
import { TryOut } from './try-out.tsx';

/** The AI agent that the settings describe: it is read here, and can be chosen as the default. */
export function BuiltIn({ path, assistant }: { path: string; assistant: Assistant }) {
  const [state, setState] = useState<{ running?: boolean; problem?: string }>({});
  const { edit } = assistantSaved(assistant);
  const { knowledge, instructions, isDefault } = assistant;
  const choose = async () => {
    setState({ running: true });
    try {
      const reply = await send<AssistantReply>('PUT', path, { isDefault: true });
      forget(apiPath('assistants'));
      know(path, reply);
      setState({});
    } catch (thrown) {
      setState({ problem: sentenceOf(thrown) });
    }
  };
  return (
    <div class="editor">
      <div class="edited">
        <section class="card part" aria-labelledby="built-in">
          <h2 id="built-in">From the settings</h2>
          <p class="quiet">
            It is always there. Its name, instructions and knowledge are changed where the service runs, with{' '}
            <code>ASSISTANT_NAME</code>, <code>ASSISTANT_INSTRUCTIONS</code> and <code>KNOWLEDGE_DIR</code>.
          </p>
          <h3>Instructions</h3>
          <p class="instructions">
            <Stranger text={instructions} />
          </p>
          <h3>What it knows</h3>
          <p>{knowledge.kind === 'folder' ? 'The whole knowledge folder' : 'Its documents'}</p>
          {isDefault ? (
            <p class="quiet">It is the default: it answers wherever no other AI agent is chosen.</p>
          ) : (
            <div class="row">
              <button type="button" class="button" disabled={state.running} onClick={() => void choose()}>
                Make it the default
              </button>
            </div>
          )}
          {state.problem !== undefined && (
            <p class="bad" role="alert">
              {state.problem}
            </p>
          )}
        </section>
      </div>
      <TryOut draft={edit} id={assistant.id} hint="Nobody else sees it, and nothing of it is kept." />
    </div>
  );
}
