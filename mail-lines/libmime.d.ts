declare module 'libmime' {
  interface HeaderValue {
    value: string;
    params: Record<string, string>;
  }
  const libmime: {
    /** Decodes RFC 2047 encoded words. */
    decodeWords(text: string): string;
    /** Splits `type/sub; name=value` into value and parameters, RFC 2231 continuations included. */
    parseHeaderValue(text: string): HeaderValue;
  };
  // biome-ignore lint/style/noDefaultExport: the library is one CommonJS object
  export default libmime;
}
