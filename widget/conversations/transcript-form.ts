import type { PanelContext } from '../panel/context.ts';
import { button, h, write } from '../dom.ts';
import { faultOf, field } from '../forms/field.ts';
import { coverPage } from './cover-page.ts';

/**
 * The form for requesting the conversation by e-mail. A link in the e-mail confirms the address, which is not
 * stored in the browser.
 */
export const transcriptForm = (context: PanelContext) => {
  const { chat, config, say } = context;
  let isSending = false;
  const intro = h('p');
  const address = field('transcript', Object.assign(h('input'), { type: 'email' }));
  const submit = button('primary', () => {});
  const failure = h('span', 'small bad');
  const done = h('p');
  const form = h('form', '', intro, address.row, submit, failure);
  const page = coverPage(context, form, done);

  const send = async () => {
    const email = address.input.value.trim();
    if (isSending) return;
    address.fault(email ? '' : say('Enter an e-mail address.'));
    if (!email) {
      address.input.focus();
      return;
    }
    isSending = true;
    submit.ariaDisabled = 'true';
    write(failure, '');
    const { status } = await chat.call('transcript', { sessionId: context.state.sessionId, email });
    isSending = false;
    submit.ariaDisabled = null;
    if (status === 204) {
      form.hidden = true;
      address.input.value = '';
      const sentence =
        email === config.known?.email
          ? say('The conversation is on its way to {}', email)
          : say('We have sent a link to your address. Open it to get the conversation.');
      write(done, sentence);
      done.focus();
    } else if (status === 400) {
      address.fault(say('Enter an e-mail address.'));
      address.input.focus();
    } else write(failure, faultOf(status, say));
  };

  address.input.autocomplete = 'email';
  address.input.maxLength = 254;
  failure.role = 'alert';
  done.tabIndex = -1;
  form.noValidate = true;
  form.onsubmit = (event) => {
    event.preventDefault();
    void send();
  };

  return {
    open() {
      form.hidden = false;
      address.fault('');
      write(failure, '');
      write(done, '');
      page.name(say('E-mail transcript'));
      const isKnown = !!config.known?.email;
      write(
        intro,
        isKnown ? '' : say('We send a link to this address to confirm it, and then the conversation.'),
      );
      address.name(say('E-mail address'));
      address.input.value = config.known?.email ?? '';
      write(submit, say(address.input.value ? 'Send' : 'Send link'));
      page.open();
      address.input.focus();
    },
    draw() {
      if (page.isOpen() && !chat.state().open) page.close();
    },
  };
};
