/**
 * The router loads the whole page again when the code of a screen cannot be fetched, which is right after a new
 * version, but offline it would trade the desk for the browser's own error page. Offline the error is worded so
 * that the router passes it on to the screen's error view.
 */
export function keepPageOffline(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (!navigator.onLine) payload.message = `Offline: ${payload.message}`;
  });
}
