/** A reason not to start, shown to the operator as one plain sentence. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
}
