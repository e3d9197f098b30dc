import type { Bindings } from '../../worker/env.ts';

declare global {
  namespace Cloudflare {
    /** What `env` of cloudflare:workers holds in tests. */
    interface Env extends Bindings {}
    interface GlobalProps {
      mainModule: typeof import('../../worker/index.ts');
    }
  }
}
