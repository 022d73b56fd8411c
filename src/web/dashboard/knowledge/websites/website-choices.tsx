import { useState } from 'preact/hooks';
import { withRule } from '../../../../websites/rules/page-rules.ts';
import type { WebsiteSource, WebsiteSourceEdit } from '../../../../websites/wire/website-sources.ts';
import { Button } from '../../../ui/button.tsx';
import { Check, LinesField, linesOf, SelectField, TextField } from '../../../ui/field.tsx';
import { formatCount } from '../../../ui/format.ts';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { Section } from '../../parts/section.tsx';

interface ChoicesProps {
  source: WebsiteSource;
  disabled: boolean;
  onChange: (change: Partial<WebsiteSourceEdit>) => void;
}

const SCHEDULES = [
  ['hour', 'Every hour'],
  ['day', 'Every day'],
  ['week', 'Every week'],
  ['never', 'Never'],
] as const;
const TARGETS = [
  ['live', 'Go live'],
  ['review', 'Wait for review'],
] as const;

/** The schedule of a website, the target of its changes, and the pages to read. */
export function WebsiteChoices({ source, disabled, onChange }: ChoicesProps) {
  const { schedule, publish, subdomains, files, offers } = source;
  return (
    <Section id="website-choices" title="Settings" class="edited">
      <SelectField
        path="schedule"
        label="Check for changes"
        value={schedule}
        options={SCHEDULES}
        onChange={(value) => {
          const chosen = SCHEDULES.find(([option]) => option === value)?.[0];
          if (chosen) onChange({ schedule: chosen });
        }}
      />
      <SelectField
        path="publish"
        label="Changes"
        value={publish}
        options={TARGETS}
        hint="Changes that wait reach visitors once you publish them."
        onChange={(value) => onChange({ publish: value === 'review' ? 'review' : 'live' })}
      />
      <Check
        label={
          offers.files > 0 ? `PDF and Word files (${formatCount(offers.files)} found)` : 'PDF and Word files'
        }
        checked={files}
        disabled={disabled}
        onChange={(checked) => onChange({ files: checked })}
      />
      <Check
        label={offers.subdomains.length > 0 ? `Subdomains (${offers.subdomains.join(', ')})` : 'Subdomains'}
        checked={subdomains}
        disabled={disabled}
        onChange={(checked) => onChange({ subdomains: checked })}
      />
      <Languages {...{ source, disabled, onChange }} />
      <Patterns {...{ source, disabled, onChange }} />
      <FurtherPages {...{ source, disabled, onChange }} />
    </Section>
  );
}

/** The languages to read. If none is selected, all are read. */
function Languages({ source: { languages, offers }, disabled, onChange }: ChoicesProps) {
  if (offers.languages.length < 2) return null;
  const names = new Intl.DisplayNames(undefined, { type: 'language' });
  const chosen = languages.length === 0 ? offers.languages : languages;
  return (
    <fieldset class="field">
      <legend>Languages</legend>
      {offers.languages.map((tag) => (
        <Check
          key={tag}
          label={names.of(tag) ?? tag}
          checked={chosen.includes(tag)}
          disabled={disabled || (chosen.length === 1 && chosen.includes(tag))}
          onChange={(checked) => {
            const next = offers.languages.filter((one) => (one === tag ? checked : chosen.includes(one)));
            onChange({ languages: next.length === offers.languages.length ? [] : next });
          }}
        />
      ))}
    </fieldset>
  );
}

function Patterns({ source: { rules }, disabled, onChange }: ChoicesProps) {
  const [pattern, setPattern] = useState('');
  const add = (read: boolean) => {
    onChange({ rules: withRule(rules, { pattern: pattern.trim(), read }) });
    setPattern('');
  };
  const isEmpty = pattern.trim() === '';
  return (
    <div class="site-patterns">
      <TextField
        path="rules"
        label="Pages by pattern"
        value={pattern}
        most={300}
        placeholder="/blog/*"
        hint="An asterisk stands for any text. The last pattern that matches a page decides."
        onChange={setPattern}
        code
      />
      <div class="row">
        <Button disabled={disabled || isEmpty} onClick={() => add(false)}>
          Leave out
        </Button>
        <Button disabled={disabled || isEmpty} onClick={() => add(true)}>
          Include
        </Button>
      </div>
      {rules.length > 0 && (
        <ul class="site-left-out">
          {rules.map((rule, index) => (
            <li key={index}>
              <span>
                {rule.read ? 'Include ' : 'Leave out '}
                <code>
                  <UntrustedText text={rule.pattern} />
                </code>
              </span>
              <Button
                class="link"
                disabled={disabled}
                onClick={() => onChange({ rules: rules.filter((_rule, at) => at !== index) })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Additional pages without links to them, such as printable versions. */
function FurtherPages({ source: { also }, disabled, onChange }: ChoicesProps) {
  const [lines, setLines] = useState<readonly string[]>(also);
  const isChanged = linesOf(lines).join('\n') !== also.join('\n');
  return (
    <>
      <LinesField
        path="also"
        label="Further pages"
        values={lines}
        rows={2}
        placeholder="https://www.example.com/prices?print=1"
        hint="Addresses that are read, too, such as a printable page. One per line."
        onChange={setLines}
        code
      />
      {isChanged && (
        <Button disabled={disabled} onClick={() => onChange({ also: linesOf(lines) })}>
          Save further pages
        </Button>
      )}
    </>
  );
}
