/**
 * Id of the element inside <main> that contains menus, selects and tooltips; the shell renders it.
 */
export const LAYER_ROOT_ID = 'layers';

/**
 * The parent of a tooltip: inside <main>, also beside popovers; the body while a dialog hides
 * <main>.
 */
export function tooltipRoot(): HTMLElement {
  const root = document.getElementById(LAYER_ROOT_ID);
  return root && root.closest('[aria-hidden=true]') === null ? root : document.body;
}

/**
 * The parent of another layer: inside <main>, so that it belongs to a landmark; the body while a
 * dialog is open, which hides everything else from assistive technology.
 */
export function layerRoot(): HTMLElement | undefined {
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return undefined;
  return document.getElementById(LAYER_ROOT_ID) ?? undefined;
}
