/**
 * An address as people type it, with the scheme that they left out: `example.com` is
 * `https://example.com`, `localhost:3000` is `http://localhost:3000`.
 */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (/^(?:localhost|127(?:\.\d+){3})(?=[:/?]|$)/i.test(address)) return `http://${address}`;
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d+)?(?=[/?]|$)/u.test(address)
    ? `https://${address}`
    : address;
}
