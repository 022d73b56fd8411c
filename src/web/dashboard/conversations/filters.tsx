import { ListFilter } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { FilterOptionsReply } from '../../../admin/wire/admin.ts';
import type { TagsReply } from '../../../conversations/wire/tags.ts';
import { NO_WIDGET, RATING_FILTERS } from '../../../conversations/rules/session-facets.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { dayOf, lastDays } from '../../ui/closed-chats/report-query.ts';
import { Icon } from '../../ui/icon.tsx';
import { languageLabel, LANGUAGES } from '../../ui/languages.ts';
import { useLive } from '../../ui/live.ts';
import { STATUS_NAMES } from '../../ui/status.tsx';
import { FILTER_OPTIONS_PATH, TAGS_PATH } from '../addresses.ts';
import { STATUSES } from '../queries.ts';
import { filterCount, RATINGS, TIMES, type ListQuery, type TimeChoice } from './list-query.ts';

const STATES: readonly (readonly [ListQuery['status'], string])[] = [
  ['', 'All'],
  ...STATUSES.map((status) => [status, STATUS_NAMES[status]] as const),
];

/** By name in the reader's language. */
const LANGUAGE_OPTIONS = LANGUAGES.map((language) => [language, languageLabel(language)] as const).toSorted(
  ([, one], [, other]) => one.localeCompare(other),
);

interface FiltersProps {
  chosen: ListQuery;
  onChoose: (part: Partial<ListQuery>) => void;
}

/** The filters of the list. On a phone they are behind a button. */
export function Filters({ chosen, onChoose }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const count = filterCount(chosen) - Number(chosen.status !== '');
  return (
    <div class="list-filters">
      <Choice
        label="State"
        options={STATES}
        value={chosen.status}
        onChoose={(status) => onChoose({ status, order: 'newest' })}
      />
      <Button
        class="button more-filters"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon svg={ListFilter} size={16} /> Filters{count > 0 && ` (${count})`}
      </Button>
      <div id={id} class={isOpen ? 'filters open' : 'filters'}>
        <Selects {...{ chosen, onChoose }} />
      </div>
    </div>
  );
}

function Selects({ chosen, onChoose }: FiltersProps) {
  const options = useLive<FilterOptionsReply>(FILTER_OPTIONS_PATH).data;
  const tags = useLive<TagsReply>(TAGS_PATH).data?.tags ?? [];
  const { widgets = [], agents = [] } = options ?? {};
  return (
    <>
      <Select
        label="Time"
        value={chosen.time}
        options={TIMES}
        onChoose={(time: TimeChoice) =>
          onChoose(time === 'days' ? { time, ...usualDays() } : { time, first: '', last: '' })
        }
      />
      {chosen.time === 'days' && (
        <>
          <Day label="From" value={chosen.first} onChoose={(first) => onChoose({ first })} />
          <Day label="To" value={chosen.last} onChoose={(last) => onChoose({ last })} />
        </>
      )}
      {widgets.length > 0 && (
        <Select
          label="Widget"
          value={chosen.widget}
          options={[
            ['', 'Any widget'],
            ...widgets.map(({ id, name }) => [id, name] as const),
            [NO_WIDGET, 'Plain tag'],
          ]}
          onChoose={(widget) => onChoose({ widget })}
        />
      )}
      {agents.length > 0 && (
        <Select
          label="Agent"
          value={chosen.agent}
          options={[['', 'Any agent'], ...agents.map(({ oid, name }) => [oid, name] as const)]}
          onChoose={(agent) => onChoose({ agent })}
        />
      )}
      {tags.length > 0 && (
        <Select
          label="Tag"
          value={chosen.tag}
          options={[['', 'Any tag'], ...tags.map((tag) => [tag.id, tag.name] as const)]}
          onChoose={(tag) => onChoose({ tag })}
        />
      )}
      <Select
        label="Rating"
        value={chosen.rating}
        options={[['', 'Any rating'], ...RATING_FILTERS.map((rating) => [rating, RATINGS[rating]] as const)]}
        onChoose={(rating) => onChoose({ rating })}
      />
      <Select
        label="Language"
        value={chosen.language}
        options={[['', 'Any language'], ...LANGUAGE_OPTIONS]}
        onChoose={(language) => onChoose({ language })}
      />
      <SourceDomain value={chosen.sourceDomain} onChoose={(sourceDomain) => onChoose({ sourceDomain })} />
    </>
  );
}

/** The last 30 days, to begin with. */
function usualDays(): Pick<ListQuery, 'first' | 'last'> {
  return lastDays(30, new Date());
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [value: T, name: string])[];
  onChoose: (value: T) => void;
}

function Select<T extends string>({ label, value, options, onChoose }: SelectProps<T>) {
  return (
    <select
      aria-label={label}
      class={value === options[0]?.[0] ? undefined : 'is-set'}
      value={value}
      onChange={({ currentTarget }) => {
        const found = options.find(([option]) => option === currentTarget.value);
        if (found) onChoose(found[0]);
      }}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface DayProps {
  label: ComponentChildren;
  value: string;
  onChoose: (day: string) => void;
}

function Day({ label, value, onChoose }: DayProps) {
  return (
    <label class="day">
      <span>{label}</span>
      <input
        type="date"
        value={value}
        max={dayOf(new Date())}
        required
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
    </label>
  );
}

/** A site, such as `shop.example`; applied when the field is left or with Enter. */
function SourceDomain({ value, onChoose }: { value: string; onChoose: (domain: string) => void }) {
  return (
    <input
      key={value}
      type="search"
      class={value === '' ? 'domain' : 'domain is-set'}
      aria-label="Source domain"
      placeholder="Any source domain"
      autocomplete="off"
      spellcheck={false}
      defaultValue={value}
      maxLength={260}
      onChange={({ currentTarget }) => onChoose(currentTarget.value.trim().toLowerCase())}
    />
  );
}
