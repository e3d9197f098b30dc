/** Id of the element inside <main> that takes menus, selects and tooltips; the shell draws it. */
export const LAYER_ROOT_ID = 'layers';

/**
 * Where a layer is drawn: inside <main>, so that it belongs to a landmark; on the body while a dialog is open,
 * which hides everything else from assistive technology.
 */
export function layerRoot(): HTMLElement | undefined {
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return undefined;
  return document.getElementById(LAYER_ROOT_ID) ?? undefined;
}
