import { useEffect, useState } from 'preact/hooks';
import { adminApi } from '../../../ui/admin-api.ts';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { apiPath, sentenceOf } from '../../../ui/request.ts';
import { Bar } from '../../../ui/skeleton.tsx';
import { Code } from '../../parts/code.tsx';
import { platforms } from './platforms.ts';

/** Installation steps by platform, with the code for this service. */
export function OnPlatforms() {
  return (
    <section class="card part" aria-labelledby="platforms">
      <h2 id="platforms">Platforms</h2>
      {platforms(location.origin).map(({ name, steps, code }) => (
        <details key={name}>
          <summary>{name}</summary>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <Code text={code} label={`Copy code for ${name}`} />
        </details>
      ))}
    </section>
  );
}

/** The type declarations of `window.ChatWidget`, loaded when expanded. */
export function Declarations() {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const load = async () => {
    setProblem(undefined);
    try {
      setText(await (await adminApi.file(apiPath('widget.d.ts'))).text());
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  useEffect(() => {
    if (isOpen && text === undefined) void load();
  }, [isOpen]);
  return (
    <section class="card part" aria-labelledby="declarations">
      <h2 id="declarations">TypeScript</h2>
      <p>
        Save <a href="/api/widget.d.ts">widget.d.ts</a> in your project. It declares{' '}
        <code>window.ChatWidget</code>, its events and its settings.
      </p>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>Declarations</summary>
        {problem !== undefined && <ErrorNotice sentence={problem} onRetry={() => void load()} />}
        {text === undefined ? (
          problem === undefined && <Bar width={40} />
        ) : (
          <Code {...{ text }} label="Copy declarations" />
        )}
      </details>
    </section>
  );
}
