/** Returns whether a name is the expected one, with or without more around it. */
export function isSameName(name: string, wanted: string): boolean {
  const [own, other] = [plain(name), plain(wanted)];
  return own !== '' && (own.includes(other) || (own.length > 4 && other.includes(own)));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function isSameDay(date: string, wanted: string): boolean {
  return dayOf(date) === dayOf(wanted);
}

/** The day as the text writes it: its zone is that of the page. */
function dayOf(text: string): string {
  const written = /^\d{4}-\d\d-\d\d/.exec(text.trim());
  if (written) return written[0];
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
