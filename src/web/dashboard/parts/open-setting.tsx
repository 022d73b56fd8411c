import { TextField, type TextProps } from '../../ui/field.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { FromEnvironment } from './from-environment.tsx';

interface OpenSettingProps extends TextProps {
  /** The environment variable that takes precedence. */
  variable: string;
  /** Its value; undefined leaves the setting open. */
  decided: string | undefined;
}

/** The field of a setting, or its value if the environment decides it. */
export function OpenSetting({ variable, decided, ...field }: OpenSettingProps) {
  if (decided === undefined) return <TextField {...field} />;
  return (
    <FromEnvironment label={field.label} variable={variable}>
      <UntrustedText text={decided} />
    </FromEnvironment>
  );
}
