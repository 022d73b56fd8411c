import { useEffect, useRef } from 'preact/hooks';
import type { WidgetEdit } from '../../../../widgets/records/widget.ts';
import type { Editor } from '../../parts/draft.ts';
import { MAX_MESSAGES, newMessage, withMessage, moveMessage, withoutMessage } from './proactive-edit.ts';
import { ProactiveMessageFields } from './proactive-message.tsx';
import { Button } from '../../../ui/button.tsx';

type ProactiveMessagesProps = Pick<Editor<WidgetEdit>, 'edit' | 'change'>;

/** The proactive messages of a widget, in order. */
export function ProactiveMessages({ edit, change }: ProactiveMessagesProps) {
  const { proactive: messages = [], branding = {} } = edit;
  const section = useRef<HTMLElement>(null);
  /** The selector of the element to focus after the list has changed. */
  const next = useRef('');
  useEffect(() => {
    const { current: selector } = next;
    next.current = '';
    if (selector) section.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [messages]);
  const set = (proactive: typeof messages, focus = '') => {
    next.current = focus;
    change({ proactive: proactive.length > 0 ? proactive : undefined });
  };
  const add = () => {
    const message = newMessage();
    set([...messages, message], `[data-message="${message.id}"] textarea`);
  };
  return (
    <section ref={section} class="card part proactive" aria-labelledby="widget-proactive">
      <h2 id="widget-proactive">Proactive messages</h2>
      <p class="quiet">
        Shown on a small card next to the launcher. The first message that fits the page is shown. After a
        visitor closes a card or opens the chat, no other card is shown in that visit.
      </p>
      <ol class="messages">
        {messages.map((message, index) => (
          <ProactiveMessageFields
            key={message.id}
            {...{ message, index, branding }}
            isLast={index === messages.length - 1}
            onChange={(part) => set(withMessage(messages, message.id, part))}
            onMove={(steps) =>
              set(
                moveMessage(messages, message.id, steps),
                `[data-message="${message.id}"] .${steps < 0 ? 'up' : 'down'}:enabled, [data-message="${message.id}"] .move:enabled`,
              )
            }
            onDelete={() => set(withoutMessage(messages, message.id), '.add-message')}
          />
        ))}
      </ol>
      <div class="row">
        <Button class="button add-message" disabled={messages.length >= MAX_MESSAGES} onClick={add}>
          Add message
        </Button>
      </div>
    </section>
  );
}
