import { CopyButton } from '../../ui/copy-button.tsx';

export function Code({ text, label, primary = false }: { text: string; label: string; primary?: boolean }) {
  return (
    <>
      <pre tabIndex={0} translate={false}>
        <code>{text}</code>
      </pre>
      <CopyButton {...{ text, label, primary }} />
    </>
  );
}
