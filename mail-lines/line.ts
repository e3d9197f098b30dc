/** How a piece of a mail was set off from its surroundings. */
export type Emphasis = 'strong' | 'quoted';

/** A highlighted range of a line: bold, large, boxed, monospaced, a link or in quotation marks. */
export interface Mark {
  start: number;
  end: number;
  emphasis: Emphasis;
}

export type LineKind = 'subject' | 'text' | 'cell' | 'alt' | 'link';

/** One visual line of a mail, without invisible characters. */
export interface MailLine {
  text: string;
  kind: LineKind;
  marks: Mark[];
  /** Part of a quoted earlier message. */
  isQuoted: boolean;
  /** Hidden from the reader (display:none and the like). */
  isHidden: boolean;
  /** Heading of the cell's table column, or null. */
  columnHead: string | null;
  /** Starts a new paragraph: the sentence before has ended. */
  startsBlock: boolean;
}
