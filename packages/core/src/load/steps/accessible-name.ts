/** Reads `aria/Sign in[role="button"]`. */
export function accessibleName(selector: string): { name?: string; role?: string } {
  let text = selector.slice('aria/'.length);
  const read: { name?: string; role?: string } = {};
  text = text.replace(
    /\[\s*(name|role)\s*=\s*(["'])((?:\\.|(?!\2)[^\\])*)\2\s*\]/g,
    (_all, name: 'name' | 'role', _quote, value: string) => {
      read[name] = value.replace(/\\(.)/g, '$1');
      return '';
    },
  );
  const name = text.trim();
  return { ...(name === '' ? {} : { name }), ...read };
}
