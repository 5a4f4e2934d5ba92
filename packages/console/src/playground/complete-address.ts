/**
 * Adds the missing scheme to a typed address: `https://example.com` for `example.com`, and
 * `http://localhost:3000` for `localhost:3000`.
 */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (/^(?:localhost|127(?:\.\d+){3})(?=[:/?]|$)/i.test(address)) return `http://${address}`;
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?=[/?]|$)/u.test(address)
    ? `https://${address}`
    : address;
}
