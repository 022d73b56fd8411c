import { CircleQuestionMark, PencilLine, ThumbsDown } from 'lucide-static';
import type { AskedQuestion } from '../../../assistants/wire/questions.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** Why a question is listed: no answer, a rating with the visitor's words, or an agent's correction. */
export function Reasons({
  question,
}: {
  question: Pick<AskedQuestion, 'unanswered' | 'notHelpful' | 'correction'>;
}) {
  const { unanswered, notHelpful, correction } = question;
  return (
    <>
      {correction && (
        <span class="reason">
          <Icon svg={PencilLine} size={14} />
          <span>
            Corrected by <UntrustedText text={correction.agentName} />: “
            <UntrustedText text={correction.content} />”
          </span>
        </span>
      )}
      {notHelpful && (
        <span class="reason bad">
          <Icon svg={ThumbsDown} size={14} />
          <span>
            Not helpful
            {notHelpful.visitorName !== undefined && (
              <>
                {' '}
                for <UntrustedText text={notHelpful.visitorName} />
              </>
            )}
            {notHelpful.comment !== undefined && (
              <>
                : “<UntrustedText text={notHelpful.comment} />”
              </>
            )}
          </span>
        </span>
      )}
      {unanswered && (
        <span class="reason wait">
          <Icon svg={CircleQuestionMark} size={14} />
          <span>Not answered</span>
        </span>
      )}
    </>
  );
}
