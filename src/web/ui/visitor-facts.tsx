import { Mail } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { emailHref, phoneHref } from '../../conversations/rules/contact.ts';
import type { ContactDetails, LeftMessage } from '../../conversations/records/contact.ts';
import type { VisitorRating } from '../../conversations/records/visitor-rating.ts';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { Time } from './time.tsx';
import { UntrustedText } from './untrusted-text.tsx';

interface LeftMarkProps {
  left: LeftMessage | undefined;
  /** Shows only the icon. Default: false. */
  compact?: boolean;
}

/** Marks a conversation with an unanswered left message. Renders nothing for others. */
export function LeftMark({ left, compact = false }: LeftMarkProps) {
  if (!left || left.answeredAt !== undefined) return null;
  return (
    <span class="left-mark" title={compact ? 'Message left' : undefined}>
      <Icon svg={Mail} size={14} /> <span class={compact ? 'unseen' : undefined}>Message left</span>
    </span>
  );
}

/** The visitor's rating, as a row of a list of details. */
export function ratingFacts(rating: VisitorRating | undefined): Fact[] {
  if (!rating) return [];
  const { helpful, comment } = rating;
  return [
    [
      'Visitor rating',
      <span key="rating">
        {helpful ? 'Helpful' : 'Not helpful'}
        {comment !== undefined && (
          <>
            {': '}
            <UntrustedText text={comment} />
          </>
        )}
      </span>,
    ],
  ];
}

type Fact = [name: string, value: ComponentChildren];

/** When a message was left and answered, and the visitor's contact details, as rows of a list of details. */
export function leftMessageFacts(left: LeftMessage | undefined, contact: ContactDetails | undefined): Fact[] {
  if (!left) return [];
  const { name, email, phone } = contact ?? {};
  return [
    ['Message left', <Time key="left" at={left.leftAt} />],
    ['Answered', left.answeredAt === undefined ? 'Not yet' : <Time key="answered" at={left.answeredAt} />],
    ...(name === undefined ? [] : [['Name', <UntrustedText key="name" text={name} />] satisfies Fact]),
    ...contactFact('E-mail address', email, emailHref),
    ...contactFact('Phone number', phone, phoneHref),
  ];
}

/** A link that opens the agent's e-mail or phone program, with a copy button. */
function contactFact(
  name: string,
  address: string | undefined,
  hrefOf: (address: string) => string | undefined,
): Fact[] {
  if (address === undefined) return [];
  const href = hrefOf(address);
  const text = <UntrustedText text={address} />;
  return [
    [
      name,
      <span key={name} class="left-contact">
        {href === undefined ? (
          text
        ) : (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        )}
        <CopyButton text={address} label={name === 'Phone number' ? 'Copy number' : 'Copy address'} />
      </span>,
    ],
  ];
}
