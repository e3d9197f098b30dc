import type { Bindings } from '../../worker/context/env.ts';

declare global {
  namespace Cloudflare {
    /** `env` of cloudflare:workers in tests. */
    interface Env extends Bindings {
      /** The values of tests/setup/document-validator.ts. */
      DOCUMENT_VALIDATOR: Fetcher;
    }
    interface GlobalProps {
      mainModule: typeof import('../../worker/index.ts');
    }
  }
}
