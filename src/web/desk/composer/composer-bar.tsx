import { SendHorizontal, Slash, Sparkles } from 'lucide-static';
import { variablesIn } from '../../../conversations/rules/canned-variables.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Writing } from './use-writing.ts';
import { FileButton, type WritingProps } from './attach.tsx';
import { variableNames } from './canned-menu.tsx';

/** The variables of a canned reply that still have to be replaced by words. */
export const gapsIn = ({ mode, text }: Writing) => (mode === 'reply' ? variablesIn(text) : []);

/** The number of remaining characters is shown when it is below this. */
const WARN_BELOW = 400;

interface ComposerBarProps extends Pick<WritingProps, 'mayReply' | 'reopens' | 'writing'> {
  /** The number of remaining characters. */
  left: number;
  /** Whether the text can be sent. */
  ready: boolean;
  /** A file of the message is still uploading. */
  uploading: boolean;
  /** Undefined if files cannot be sent. */
  onFiles: ((files: Iterable<File>) => void) | undefined;
  suggesting: boolean;
  /** Undefined without a model. */
  onSuggest: (() => void) | undefined;
  onCanned: () => void;
}

/** The mode, the tools of a reply, and the button that sends. */
export function ComposerBar(props: ComposerBarProps) {
  const { mayReply, reopens, writing, left, ready, uploading, onFiles, suggesting, onSuggest, onCanned } =
    props;
  const { mode, begin, textOf } = writing;
  const gaps = gapsIn(writing);
  return (
    <div class="composer-bar">
      {(mayReply || reopens || mode === 'reply' || textOf('reply') !== '') && (
        <Choice
          label="Message type"
          options={[
            ['reply', 'Reply'],
            ['note', 'Note'],
          ]}
          value={mode}
          onChoose={begin}
        />
      )}
      {mode === 'reply' && (
        <>
          <IconButton
            label="Canned replies"
            title="Canned replies (/)"
            icon={Slash}
            size={16}
            onClick={onCanned}
          />
          {onSuggest && (
            <IconButton
              label="Suggest a reply"
              title="Suggest a reply (S)"
              icon={Sparkles}
              size={16}
              disabled={suggesting}
              onClick={onSuggest}
            />
          )}
          {onFiles && <FileButton onFiles={onFiles} />}
        </>
      )}
      {gaps.length > 0 && (
        <span class="left gaps" role="status">
          Replace {gaps.map((name) => `{{${name}}}`).join(', ')} with {variableNames(gaps)}
        </span>
      )}
      {left < WARN_BELOW && (
        <span class={left < 0 ? 'left bad' : 'left'} role="status">
          {left < 0 ? `${plural(-left, 'character')} too many` : `${plural(left, 'character')} left`}
        </span>
      )}
      <Button
        key={mode}
        submit
        class="button primary"
        disabled={!ready}
        title={uploading ? 'The files are still uploading' : undefined}
      >
        {mode === 'reply' ? (
          <>
            {reopens ? 'Reopen and send' : 'Send'} <Icon svg={SendHorizontal} size={16} />
          </>
        ) : (
          'Add note'
        )}
      </Button>
    </div>
  );
}
