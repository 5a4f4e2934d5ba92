/** A document that is no page: the browser only shows its text. */
export interface PlainDocument {
  /** Its media type, without parameters. */
  type: string;
  text: string;
}

/** Returns whether a document of this type is text that people read as it is, or a feed. */
export function isPlainType(type: string): boolean {
  return (
    /^text\/(?!html$)|[/+](?:json|xml)$|^application\/(?:javascript|x-ndjson|yaml|toml)$/.test(
      type,
    ) && !/^(?:application\/xhtml|image\/svg)\+xml$/.test(type)
  );
}
