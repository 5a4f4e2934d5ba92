/** Returns a SHA-256 as 64 hexadecimal digits. Loads Node's crypto, some twenty modules, on use. */
export function sha256(data: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', data);
}
