declare module '*.webp' {
  /** URL of the file. */
  const url: string;
  export default url;
}
