import type { ComponentProps } from 'preact';

interface SwitchProps extends Pick<ComponentProps<'input'>, 'id' | 'aria-describedby'> {
  isOn: boolean;
  onChange(isOn: boolean): void;
}

/** A boolean. */
export function Switch({ isOn, onChange, ...common }: SwitchProps) {
  return (
    <input
      {...common}
      type="checkbox"
      role="switch"
      class="switch"
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
