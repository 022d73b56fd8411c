import { useId } from 'preact/hooks';
import type { ThemeTokens } from '../../../../widgets/records/theme.ts';
import { THEME_PRESETS, type ThemePreset } from '../../../../widgets/rules/theme-presets.ts';
import { themeWarnings, type ThemeWarning } from '../../../../widgets/rules/theme-warnings.ts';
import {
  DEFAULT_ACCENT,
  DEFAULT_RADIUS,
  DEFAULT_SURFACE,
  DEFAULT_TEXT,
  LAUNCHER_ICONS,
  LAUNCHER_PATHS,
  MAX_RADIUS,
  schemesOf,
} from '../../../../widgets/rules/theme.ts';
import { Choice } from '../../../ui/choice.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { BrandingProps } from './widget-look.tsx';
import { Section } from '../../parts/section.tsx';
import { Button } from '../../../ui/button.tsx';

const THEMES = [
  ['auto', 'Automatic'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const FONT_NAMES = [
  ['system', 'System'],
  ['serif', 'Serif'],
  ['rounded', 'Rounded'],
  ['mono', 'Monospace'],
] as const;
const ICON_NAMES = {
  chat: 'Chat',
  dots: 'Dots',
  question: 'Question',
  smile: 'Smile',
  person: 'Person',
  headset: 'Headset',
};

/** The theme of a widget: presets, six tokens, and contrast warnings. */
export function WidgetTheme({ branding, rebrand }: BrandingProps) {
  const { color, surface, text, radius = DEFAULT_RADIUS, font = 'system', launcherIcon = 'chat' } = branding;
  const { theme, logo } = branding;
  const [scheme] = schemesOf(theme);
  const warnings = themeWarnings(branding);
  return (
    <Section id="widget-theme" title="Theme">
      <div class="presets" role="group" aria-label="Presets">
        {THEME_PRESETS.map((preset) => (
          <Preset key={preset.name} {...{ preset, branding }} onChoose={() => rebrand(preset.tokens)} />
        ))}
      </div>
      <div class="triple">
        <ColorField
          {...{ token: 'color', label: 'Accent', value: color, standard: DEFAULT_ACCENT, warnings, rebrand }}
        />
        <ColorField
          {...{ token: 'surface', label: 'Surface', value: surface, warnings, rebrand }}
          standard={DEFAULT_SURFACE[scheme]}
        />
        <ColorField
          {...{ token: 'text', label: 'Text color', value: text, warnings, rebrand }}
          standard={DEFAULT_TEXT[scheme]}
        />
      </div>
      <div class="pair">
        <Field path="branding.radius" label="Corner radius" value={radius}>
          {(attributes) => (
            <span class="range">
              <input
                {...attributes}
                type="range"
                min={0}
                max={MAX_RADIUS}
                value={radius}
                onInput={({ currentTarget }) => rebrand({ radius: currentTarget.valueAsNumber })}
              />
              <code>{radius} px</code>
            </span>
          )}
        </Field>
        <SelectField
          path="branding.font"
          label="Font"
          value={font}
          options={FONT_NAMES}
          onChange={(value) => rebrand({ font: FONT_NAMES.map(([name]) => name).find((it) => it === value) })}
        />
      </div>
      <div class="field">
        <span>Launcher icon</span>
        <Choice
          label="Launcher icon"
          options={LAUNCHER_ICONS.map((name) => [name, <LauncherIcon key={name} name={name} />])}
          value={launcherIcon}
          onChoose={(value) => rebrand({ launcherIcon: value })}
        />
        {logo !== undefined && <p class="quiet">The launcher shows the logo instead.</p>}
      </div>
      <div class="field">
        <span>Light and dark</span>
        <Choice
          label="Light and dark"
          options={THEMES}
          value={theme ?? 'auto'}
          onChoose={(value) => rebrand({ theme: value === 'auto' ? undefined : value })}
        />
        <p class="quiet">
          {theme === undefined || theme === 'auto'
            ? 'Follows the visitor’s system. Colors adapt in dark mode.'
            : `The chat is always ${theme}.`}
        </p>
      </div>
    </Section>
  );
}

function LauncherIcon({ name }: { name: keyof typeof ICON_NAMES }) {
  return (
    <>
      <Icon svg={`<path d="${LAUNCHER_PATHS[name]}" />`} />
      <span class="unseen">{ICON_NAMES[name]}</span>
    </>
  );
}

interface PresetProps {
  preset: ThemePreset;
  branding: ThemeTokens;
  onChoose: () => void;
}

/** A preview tile of a preset. */
function Preset({ preset: { name, tokens }, branding, onChoose }: PresetProps) {
  const { color, surface, text, radius, font } = tokens;
  const isChosen = Object.entries(tokens).every(([token, value]) => Reflect.get(branding, token) === value);
  return (
    <Button class="preset" aria-pressed={isChosen} onClick={onChoose}>
      <span
        class={`swatch font-${font}`}
        aria-hidden="true"
        style={{ background: surface, color: text, borderRadius: `${radius / 2}px` }}
      >
        <i style={{ background: color, borderRadius: `${radius / 2}px` }} /> Aa
      </span>
      {name}
    </Button>
  );
}

interface ColorFieldProps extends Pick<BrandingProps, 'rebrand'> {
  token: ThemeWarning['token'];
  label: string;
  value: string | undefined;
  /** The default color. */
  standard: string;
  warnings: readonly ThemeWarning[];
}

/** A color field with contrast warnings and a reset button. */
function ColorField({ token, label, value, standard, warnings, rebrand }: ColorFieldProps) {
  const path = `branding.${token}`;
  const warningsId = useId();
  const own = warnings.filter((warning) => warning.token === token);
  return (
    <div>
      <Field path={path} label={label} value={value}>
        {({ 'aria-describedby': described = '', ...attributes }) => (
          <span class="color">
            <input
              {...attributes}
              aria-describedby={`${described} ${warningsId}`.trim()}
              type="color"
              value={value ?? standard}
              onInput={({ currentTarget }) => rebrand({ [token]: currentTarget.value })}
            />
            <code>{value ?? standard}</code>
            {value !== undefined && (
              <Button
                class="link"
                aria-label={`Reset ${label.toLowerCase()}`}
                onClick={() => rebrand({ [token]: undefined })}
              >
                Reset
              </Button>
            )}
          </span>
        )}
      </Field>
      <div id={warningsId} class="color-warnings" role="status">
        {own.map(({ sentence }) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}
