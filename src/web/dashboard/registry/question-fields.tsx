import { linesOf, TextField } from '../../ui/field.tsx';

/** A question in a form: one message of the visitor on a line, one expected fact on a line. */
export interface TypedQuestion {
  question: string;
  facts: string;
}

interface FieldsProps {
  typed: TypedQuestion;
  /** Why the facts may be empty, or may not. */
  hint: string;
  onChange: (typed: TypedQuestion) => void;
}

/** The fields of a question of a set. */
export function QuestionFields({ typed, hint, onChange }: FieldsProps) {
  return (
    <>
      <TextField
        path="question"
        label="Question"
        hint="For a conversation, one message on a line. The answer to the last one is judged."
        value={typed.question}
        most={24_000}
        rows={2}
        onChange={(question) => onChange({ ...typed, question })}
      />
      <TextField
        path="facts"
        label="Expected facts"
        hint={`One on a line, alternatives separated by |. ${hint}`}
        value={typed.facts}
        most={34_000}
        rows={2}
        onChange={(facts) => onChange({ ...typed, facts })}
      />
    </>
  );
}

/** The form's question as a line of a set. */
export function lineTyped({ question, facts }: TypedQuestion): object {
  const wanted = linesOf(facts.split('\n'));
  return {
    turns: linesOf(question.split('\n')),
    ...(wanted.length === 0 ? { refuse: true } : { facts: wanted }),
  };
}
