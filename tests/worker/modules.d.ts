declare module 'parse-prometheus-text-format' {
  /** Reads the text format of Prometheus into its families. */
  function parsePrometheus(
    text: string,
  ): { name: string; help: string; type: string; metrics: object[] }[];
  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default parsePrometheus;
}

/** The text of a file. */
declare module '*?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: Vite creates a default export.
  export default text;
}
