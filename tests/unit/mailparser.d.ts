/** The part of mailparser that the comparison of mail readers uses. */
declare module 'mailparser' {
  export function simpleParser(
    mail: Buffer,
    options?: { skipHtmlToText?: boolean; skipTextToHtml?: boolean; keepCidLinks?: boolean },
  ): Promise<{ subject?: string; text?: string; html?: string | false }>;
}
