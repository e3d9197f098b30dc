/** Classes of a link inside text: `<Link className={textLinkClass}>`. */
export const textLinkClass =
  'text-accent-text font-medium underline decoration-current/35 underline-offset-[2.5px] hover:decoration-current';
