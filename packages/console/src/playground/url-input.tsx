interface UrlInputProps {
  id: string;
  value: string;
  isWrong: boolean;
  onInput(value: string): void;
  onBlur?(value: string): void;
}

/** Field for the URL of a page. */
export function UrlInput({ id, value, isWrong, onInput, onBlur }: UrlInputProps) {
  return (
    <input
      id={id}
      type="text"
      inputMode="url"
      autocomplete="off"
      spellcheck={false}
      placeholder="https://example.com"
      value={value}
      aria-invalid={isWrong}
      onInput={(event) => onInput(event.currentTarget.value)}
      onBlur={onBlur && ((event) => onBlur(event.currentTarget.value))}
    />
  );
}
