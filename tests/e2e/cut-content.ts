import type { Page } from '@playwright/test';

/**
 * Runs in the page.
 * @returns the content that the width cuts, one text for each element
 */
function findCutContent(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const problems = new Set<string>();
  const nameOf = (element: Element): string => {
    const text = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `${element.tagName.toLowerCase()} "${text.trim().slice(0, 60)}"`;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 2 &&
    element.closest('.sr-only, [inert], [aria-hidden=true]') === null;
  /** How many px of an element's width are hidden by the window and the boxes around it. */
  const hiddenPx = (element: Element): number => {
    const bounds = element.getBoundingClientRect();
    let [left, right] = [Math.max(bounds.left, 0), Math.min(bounds.right, clientWidth)];
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      const { overflowX, position } = getComputedStyle(box);
      const around = box.getBoundingClientRect();
      if (overflowX !== 'visible')
        [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      if (position === 'fixed') break;
    }
    return Math.round(bounds.width - Math.max(0, right - left));
  };
  const noteHidden = (element: Element): void => {
    const px = hiddenPx(element);
    if (px > 1) problems.add(`${nameOf(element)} lacks ${px} px`);
  };
  const noteEllipsis = (element: Element): void => {
    for (let box: Element | null = element; box !== null; box = box.parentElement) {
      const isCut =
        getComputedStyle(box).textOverflow === 'ellipsis' && box.scrollWidth > box.clientWidth + 1;
      if (isCut) problems.add(`${nameOf(element)} is cut`);
    }
  };
  if (scrollWidth > clientWidth) problems.add(`the page is ${scrollWidth} px wide`);
  for (const element of document.querySelectorAll('button, a[href], input, select, textarea'))
    if (isShown(element)) noteHidden(element);
  const reasons = [...document.querySelectorAll('[aria-describedby]')]
    .filter((element) => element.matches(':disabled, [aria-disabled=true], [aria-invalid=true]'))
    .flatMap((element) => element.getAttribute('aria-describedby')?.split(' ') ?? [])
    .flatMap((id) => document.getElementById(id) ?? []);
  const texts = [...document.querySelectorAll('h1, h2, [role=alert]'), ...reasons];
  const price = /(?:[$€£]|\b(?:USD|EUR|GBP|CAD|CZK|SEK|PLN|CHF)\b)\s?\d/;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node.parentElement && price.test(node.textContent ?? '')) texts.push(node.parentElement);
  for (const element of texts.filter(isShown)) {
    noteHidden(element);
    noteEllipsis(element);
  }
  return [...problems];
}

/**
 * The content of a page that the width of the window cuts: actions, headings, prices and reasons of
 * refusals.
 */
export const cutContent = (page: Page): Promise<string[]> => page.evaluate(findCutContent);
