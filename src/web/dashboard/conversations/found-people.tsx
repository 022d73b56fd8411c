import { UserRound } from 'lucide-static';
import type { PeopleReply } from '../../../admin/wire/people.ts';
import { adminApi } from '../../ui/admin-api.ts';
import { ConfirmedButton } from '../../ui/confirm.tsx';
import { formatDate, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { invalidate, useLive } from '../../ui/live.ts';
import { apiPath } from '../../ui/request.ts';
import { InReaderLang } from '../../ui/time.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { ERASURES_PATH, peoplePath } from '../addresses.ts';
import { forgetSearch } from './use-search.ts';

type Person = PeopleReply['people'][number];

/** The persons that a text names, each with a button that erases the person. Renders nothing without one. */
export function FoundPeople({ text }: { text: string }) {
  const { data } = useLive<PeopleReply>(peoplePath(text));
  if (!data || data.people.length === 0) return null;
  return (
    <section class="found-people" aria-label="Persons">
      <ul>
        {data.people.map((person) => (
          <li key={person.identifiers.join()}>
            <Icon svg={UserRound} />
            <PersonRow person={person} isPartial={data.isPartial} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `email:mia@shop.example` as it is shown; the id of a verified visitor is shown without its issuer. */
const shownIdentifier = (identifier: string): string =>
  identifier.startsWith('visitor:')
    ? `ID ${identifier.slice(identifier.indexOf(' ') + 1)}`
    : identifier.slice(identifier.indexOf(':') + 1);

function PersonRow({ person, isPartial }: { person: Person; isPartial: boolean }) {
  const { names, identifiers, conversations, claimed, firstAt, lastAt } = person;
  const count = `${isPartial ? 'at least ' : ''}${plural(conversations, 'conversation')}`;
  const shown = identifiers.map(shownIdentifier);
  // A person without a name is called by the first identifier.
  const [called, ...others] = names.length > 0 ? [names.join(', '), ...shown] : shown;
  const erase = async () => {
    await adminApi.send('POST', ERASURES_PATH, { identifiers });
    forgetSearch();
    [ERASURES_PATH, apiPath('sessions'), apiPath('people')].forEach(invalidate);
  };
  return (
    <>
      <div>
        <p class="name">
          <UntrustedText text={called ?? ''} />
        </p>
        <p class="quiet">
          <UntrustedText text={others.map((other) => `${other} · `).join('')} />
          {count}
        </p>
      </div>
      <ConfirmedButton
        label={`Erase this person (${conversations}${isPartial ? '+' : ''})`}
        title="Erase this person?"
        action="Erase permanently"
        run={erase}
      >
        <p>
          <UntrustedText text={called ?? ''} />
          {others.length > 0 && <UntrustedText text={` (${others.join(', ')})`} />}: {count},{' '}
          <Dates first={formatDate(firstAt)} last={formatDate(lastAt)} />.
        </p>
        <p>
          Their messages, files, notes, tags, ratings, contact details, records of e-mails and search entries
          are deleted permanently. Figures are kept; they contain no content.
        </p>
        {claimed > 0 && (
          <p class="bad">
            {claimed === 1 ? '1 of them is with an agent now.' : `${claimed} of them are with agents now.`}
          </p>
        )}
      </ConfirmedButton>
    </>
  );
}

function Dates({ first, last }: { first: string; last: string }) {
  if (first === last) {
    return (
      <>
        on <InReaderLang text={first} />
      </>
    );
  }
  return (
    <>
      from <InReaderLang text={first} /> to <InReaderLang text={last} />
    </>
  );
}
