import { ArrowDown, ArrowUp, ChevronRight, X } from 'lucide-static';
import { useState } from 'preact/hooks';
import { initials } from '../../../../../widget/initials.ts';
import {
  DEFAULT_ACCENT,
  DEFAULT_RADIUS,
  DEFAULT_SURFACE,
  DEFAULT_TEXT,
  FONT_STACKS,
  schemesOf,
  shownSurface,
  shownText,
  type Scheme,
} from '../../../../widgets/rules/theme.ts';
import type { ProactiveMessage } from '../../../../widgets/wire/widgets.ts';
import { Check, SelectField, TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { DEFAULT_TITLE } from '../../../../widgets/rules/default-widget.ts';
import { conditionsOf, delayOptions, MAX_PATTERN, MAX_TEXT, ONCE_PER, VISITORS } from './proactive-edit.ts';
import { emptyToUndefined } from './widget-edit.ts';
import type { Branding } from './widget-look.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';

const SCHEMES = schemesOf('auto');

interface MessageProps {
  message: ProactiveMessage;
  index: number;
  isLast: boolean;
  branding: Branding;
  onChange: (part: Partial<ProactiveMessage>) => void;
  /** Moves the message by a number of steps; negative is up. */
  onMove: (steps: number) => void;
  onDelete: () => void;
}

/** A message with its fields. New messages are expanded. */
export function ProactiveMessageFields(props: MessageProps) {
  const { message, index, isLast, branding, onChange, onMove, onDelete } = props;
  const { text, page, seconds, visitors, oncePer, enabled } = message;
  const [isNew] = useState(text === '');
  const path = `proactive.${index}`;
  return (
    <li data-message={message.id}>
      <details open={isNew}>
        <summary>
          <Icon svg={ChevronRight} />
          <span class="message-text">{text.trim() ? <UntrustedText text={text} /> : 'New message'}</span>
          {!enabled && <span class="mark-of">Off</span>}
          <span class="quiet conditions">{conditionsOf(message)}</span>
        </summary>
        <TextField
          path={`${path}.text`}
          label="Message"
          most={MAX_TEXT}
          rows={2}
          placeholder="Questions about our plans?"
          value={text}
          onChange={(value) => onChange({ text: value })}
        />
        <div class="pair">
          <TextField
            path={`${path}.page`}
            label="Page"
            most={MAX_PATTERN}
            code
            placeholder="/products/*"
            hint={
              <>
                A path without a domain; <code>*</code> stands for any characters. Empty: every page.
              </>
            }
            value={page}
            onChange={(value) => onChange({ page: emptyToUndefined(value) })}
          />
          <SelectField
            path={`${path}.seconds`}
            label="Time on the page"
            value={String(seconds)}
            options={delayOptions(seconds)}
            onChange={(value) => onChange({ seconds: Number(value) })}
          />
          <SelectField
            path={`${path}.visitors`}
            label="Visitors"
            value={visitors}
            options={VISITORS}
            onChange={(value) => onChange({ visitors: chosen(VISITORS, value) })}
          />
          <SelectField
            path={`${path}.oncePer`}
            label="Frequency"
            value={oncePer}
            options={ONCE_PER}
            onChange={(value) => onChange({ oncePer: chosen(ONCE_PER, value) })}
          />
        </div>
        <Check label="Show this message" checked={enabled} onChange={(isOn) => onChange({ enabled: isOn })} />
        <CardPreview text={text} branding={branding} />
        <div class="row">
          <Move name="up" label="Move up" disabled={index === 0} onClick={() => onMove(-1)} />
          <Move name="down" label="Move down" disabled={isLast} onClick={() => onMove(1)} />
          <Button onClick={onDelete}>Delete message</Button>
        </div>
      </details>
    </li>
  );
}

/** The selected option. */
function chosen<T extends string>(
  options: readonly [readonly [T, string], ...(readonly [T, string])[]],
  value: string,
): T {
  return (options.find(([option]) => option === value) ?? options[0])[0];
}

interface MoveProps {
  name: 'up' | 'down';
  label: string;
  disabled: boolean;
  onClick: () => void;
}

function Move({ name, label, disabled, onClick }: MoveProps) {
  return (
    <IconButton
      class={`button move ${name}`}
      icon={name === 'up' ? ArrowUp : ArrowDown}
      size={16}
      {...{ label, disabled, onClick }}
    />
  );
}

function CardPreview({ text, branding }: { text: string; branding: Branding }) {
  const { title = DEFAULT_TITLE, color = DEFAULT_ACCENT, surface, text: ink } = branding;
  const { theme, radius = DEFAULT_RADIUS, font = 'system', logo } = branding;
  const shade = (shown: typeof shownText, token: string | undefined, standard: Record<Scheme, string>) =>
    `light-dark(${SCHEMES.map((scheme) => shown(token ?? standard[scheme], scheme)).join()})`;
  const look = {
    '--fill': color,
    colorScheme: schemesOf(theme).join(' '),
    background: shade(shownSurface, surface, DEFAULT_SURFACE),
    color: shade(shownText, ink, DEFAULT_TEXT),
    borderRadius: `${radius}px`,
    fontFamily: FONT_STACKS[font],
  };
  return (
    <figure class="message-preview">
      <div class="message-card" style={look}>
        {logo === undefined ? <span class="face">{initials(title)}</span> : <img src={logo} alt="" />}
        <p dir="auto">{text.trim() || 'Questions about our plans?'}</p>
        <Icon svg={X} size={16} />
      </div>
      <figcaption class="quiet">Preview of the card</figcaption>
    </figure>
  );
}
