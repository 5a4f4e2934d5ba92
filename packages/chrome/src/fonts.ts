export async function fontconfigForBareSystem(_options: {
  cacheDir: string;
  env: Readonly<Record<string, string | undefined>>;
}): Promise<string | undefined> {
  return undefined;
}
