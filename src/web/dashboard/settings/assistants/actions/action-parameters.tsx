import { ChevronRight } from 'lucide-static';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { UntrustedText } from '../../../../ui/untrusted-text.tsx';
import type { Editor } from '../../../parts/draft.ts';
import { Section } from '../../../parts/section.tsx';
import {
  missingParameters,
  MAX_PARAMETERS,
  newParameter,
  type ActionDraft,
  type ParameterDraft,
} from './action-edit.ts';
import { ParameterFields, parameterFacts } from './parameter-fields.tsx';

/** The parameters of an action. Names in the URL and the body without a parameter are suggested. */
export function ActionParameters({ edit, change }: Pick<Editor<ActionDraft>, 'edit' | 'change'>) {
  const { parameters } = edit;
  const list = useRef<HTMLUListElement>(null);
  const [added, setAdded] = useState('');
  useEffect(() => {
    if (added === '') return;
    list.current?.querySelector<HTMLElement>(`[data-parameter="${added}"] input`)?.focus();
    setAdded('');
  }, [parameters]);
  const missing = missingParameters(edit);
  const isFull = parameters.length >= MAX_PARAMETERS;
  const add = (name?: string) => {
    const parameter = newParameter(name);
    setAdded(parameter.key);
    change({ parameters: [...parameters, parameter] });
  };
  return (
    <Section id="action-parameters" title="Parameters">
      <p class="quiet">
        The values of the request. The model never chooses values from the visitor’s verified identity.
      </p>
      <ul class="messages" ref={list}>
        {parameters.map((parameter, index) => (
          <Parameter
            key={parameter.key}
            {...{ parameter, index }}
            onChange={(part) =>
              change({
                parameters: parameters.map((one) => (one === parameter ? { ...one, ...part } : one)),
              })
            }
            onRemove={() => change({ parameters: parameters.filter((one) => one !== parameter) })}
          />
        ))}
      </ul>
      <div class="row after-list">
        {missing.map((name) => (
          <Button key={name} disabled={isFull} onClick={() => add(name)}>
            Add {name}
          </Button>
        ))}
        <Button disabled={isFull} onClick={() => add()}>
          Add parameter
        </Button>
      </div>
    </Section>
  );
}

interface ParameterProps {
  parameter: ParameterDraft;
  index: number;
  onChange: (part: Partial<ParameterDraft>) => void;
  onRemove: () => void;
}

/** A parameter with its fields. New parameters are expanded. */
function Parameter({ parameter, index, onChange, onRemove }: ParameterProps) {
  const { key, name, label } = parameter;
  const [isNew] = useState(key.length > 2);
  return (
    <li data-parameter={key}>
      <details open={isNew}>
        <summary>
          <Icon svg={ChevronRight} />
          <span class="message-text">
            {label.trim() === '' ? 'New parameter' : <UntrustedText text={label} />}
          </span>
          {name !== '' && <code>{name}</code>}
          <span class="quiet conditions">{parameterFacts(parameter)}</span>
        </summary>
        <ParameterFields {...{ parameter, index, onChange }} />
        <div class="row">
          <Button onClick={onRemove}>Remove parameter</Button>
        </div>
      </details>
    </li>
  );
}
