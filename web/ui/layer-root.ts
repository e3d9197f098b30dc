/** Id of the element inside <main> that takes menus, selects and tooltips; the shell draws it. */
export const LAYER_ROOT_ID = 'layers';

/** The parent of a tooltip: inside <main>, beside popovers too; on the body while a dialog hides <main>. */
export function tooltipRoot(): HTMLElement {
  const root = document.getElementById(LAYER_ROOT_ID);
  return root && root.closest('[aria-hidden=true]') === null ? root : document.body;
}

/**
 * Where another layer is drawn: inside <main>, so that it belongs to a landmark; on the body while a dialog is open,
 * which hides everything else from assistive technology.
 */
export function layerRoot(): HTMLElement | undefined {
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return undefined;
  return document.getElementById(LAYER_ROOT_ID) ?? undefined;
}
