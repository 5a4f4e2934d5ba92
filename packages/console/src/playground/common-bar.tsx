import type { Filled, FormInfo, KindForm } from './form-info.ts';
import { ParameterField } from './parameter-field.tsx';
import { commonParameters, presets, type Preset } from './presets.ts';

interface CommonBarProps {
  info: FormInfo;
  kind: KindForm;
  filled: Filled;
  problems: Readonly<Record<string, string>>;
  onFill(name: string, value: string): void;
  onPreset(preset: Preset): void;
}

/** The parameters that most requests set, and presets. */
export function CommonBar({ info, kind, filled, problems, onFill, onPreset }: CommonBarProps) {
  const names = commonParameters[kind.name] ?? [];
  const parameters = names.flatMap(
    (name) => kind.parameters.find((parameter) => parameter.name === name) ?? [],
  );
  const offered = presets.filter((preset) => info.kinds.some(({ name }) => name === preset.kind));
  return (
    <>
      <div class="presets" role="group" aria-label="Presets">
        {offered.map((preset) => (
          <button key={preset.title} type="button" onClick={() => onPreset(preset)}>
            {preset.title}
          </button>
        ))}
      </div>
      {parameters.length > 0 && (
        <div class="common" role="group" aria-label="Usual parameters">
          {parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              label={labelOf(parameter.name)}
              value={filled[parameter.name] ?? ''}
              devices={info.devices}
              problem={problems[parameter.name]}
              onChange={(value) => onFill(parameter.name, value)}
            />
          ))}
        </div>
      )}
    </>
  );
}

/** `pdf_paper_format` as "Paper format". */
function labelOf(name: string): string {
  const words = name.replace(/^(?:viewport|pdf)_/, '').replaceAll('_', ' ');
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
