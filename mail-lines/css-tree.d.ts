/** The part of css-tree that parses, which its types leave out. */
declare module 'css-tree/parser' {
  // biome-ignore lint/style/noDefaultExport: that is how the library exports it
  export { parse as default } from 'css-tree';
}
