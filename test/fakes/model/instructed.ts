import type { ReceivedCall } from '../model-server.ts';
import type { ScriptedReply } from './script.ts';

interface Document {
  number: string;
  heading: string;
  text: string;
}

/** A model's knowledge of languages: the words of a visitor in the language of the documents. */
type Glossary = Readonly<Record<string, string>>;

const DOCUMENT = /<document number="(\d+)">\n(.*)\n\n([^]*?)\n<\/document>/g;
/** Letters that the forms of a word share. */
const ROOT = 5;
const LITTLE_WORDS = new Set(
  'a an and are can do does for how i in is it much of or person should talk the to what when which with you your'.split(
    ' ',
  ),
);

/**
 * A model that follows its prompt literally. Without the rule to refuse it makes an answer up; without the
 * one to ask back it takes the first document. Without the rule to cite it cites nothing, and without the one
 * on languages it answers in the language of the documents. It holds a question answered by a document that
 * has each of its content words.
 */
export function instructedModel(glossary: Glossary = {}): (call: ReceivedCall) => ScriptedReply {
  return ({ messages, tools }) => {
    const contents = (wanted: string) =>
      messages.filter(({ role }) => role === wanted).map(({ content }) => content);
    const rules = contents('system')[0] ?? '';
    const results = contents('tool');
    const may = (tool: string) => tools.includes(tool) && rules.includes(`call the tool ${tool}`);
    const question = contents('user').at(-1) ?? '';
    const words = Array.from(question.toLowerCase().matchAll(/\p{L}+/gu), ([word]) => word);
    if (words.includes('person') && may('request_human')) return calling('request_human', {});

    const asked = words.map((word) => glossary[word] ?? word).filter((word) => !LITTLE_WORDS.has(word));
    const found = documentsIn([...contents('system'), ...results]).filter(({ heading, text }) =>
      asked.every((word) => `${heading} ${text}`.toLowerCase().includes(word.slice(0, ROOT))),
    );
    if (found.length === 0 && results.length === 0 && may('search_documents')) {
      return calling('search_documents', { query: asked.join(' ') });
    }
    const isForeign = words.some((word) => glossary[word] !== undefined);
    const translates = isForeign && rules.includes("in the language of the visitor's latest message");
    return { deltas: [`${translates ? '(translated) ' : ''}${answerFrom(found, rules)}`] };
  };
}

function calling(name: string, values: Readonly<Record<string, string>>): ScriptedReply {
  return { toolCall: { id: name, name, arguments: [JSON.stringify(values)] } };
}

function answerFrom(found: readonly Document[], rules: string): string {
  const [first] = found;
  if (first && found.length > 1 && rules.includes('ask back in one short sentence')) {
    return `Do you mean ${found.map(({ heading }) => heading).join(' or ')}?`;
  }
  if (first) return rules.includes('put its number') ? `${first.text} [${first.number}]` : first.text;
  if (!rules.includes('Where the documents do not tell, say so')) return 'Yes, of course, for 5 euros.';
  const offer = rules.includes('say so, and offer a person') ? ' A person of the team can help.' : '';
  const mark = rules.includes('end the answer with [0]') ? ' [0]' : '';
  return `I do not know that.${offer}${mark}`;
}

function documentsIn(contents: readonly string[]): Document[] {
  return contents.flatMap((content) =>
    Array.from(content.matchAll(DOCUMENT), ([, number = '', heading = '', text = '']) => ({
      number,
      heading,
      text,
    })),
  );
}
