import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { viteStaticCopy } from 'vite-plugin-static-copy';
import { headersFile } from './scripts/web/headers-file.ts';

/** Dev proxy target: the local Worker. */
const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:8787';

/** The dev server answers every local page and process, and its root is the repository: these files stay unread. */
const SECRET_FILES = [
  // Vite's own list, which this option replaces.
  ...['.env', '.env.*', '*.{crt,pem}', '**/.git/**'],
  ...['**/.data/**', '**/.wrangler/**', '**/.dev.vars*', '**/secrets.json', '**/runtime.json'],
  ...(process.env.DATA_DIR ? [`${resolve(process.env.DATA_DIR)}/**`] : []),
];

/** Writes `_headers` beside the page. */
function assetHeaders(): Plugin {
  return {
    name: 'asset-headers',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile() });
    },
  };
}

/** Routes that are loaded before anybody signed in. */
const OPEN_PAGES = /web\/(?:main\.tsx|routes\/(?:login|error)\.tsx)/;

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether an open page loads a module with its first code. */
function isOnOpenPage(id: string, modules: ModuleGraph): boolean {
  const seen = new Set<string>();
  const climb = (module: string): boolean => {
    if (seen.has(module)) return false;
    seen.add(module);
    return OPEN_PAGES.test(module) || (modules.getModuleInfo(module)?.importers ?? []).some(climb);
  };
  return climb(id);
}

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'web/public',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A loader brings the requests of its feature along, which no other page needs.
      codeSplittingOptions: {
        defaultBehavior: [['component'], ['loader'], ['errorComponent'], ['notFoundComponent']],
      },
      routesDirectory: 'web/routes',
      generatedRouteTree: 'web/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    tailwindcss(),
    viteStaticCopy({
      targets: [
        {
          src: 'node_modules/country-flag-icons/3x2/*.svg',
          dest: 'flags',
          rename: (name) => `${name.toLowerCase()}.svg`,
        },
      ],
      silent: true,
    }),
    assetHeaders(),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        // What every page needs goes into two files: small files would compress worse, and the libraries stay in the
        // browser's cache from version to version.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|hono|clsx|use-sync-external-store|@tanstack\/(react-query|query-core|react-router|router-core|history|react-store|store))\/(?!.*([iI]nfiniteQueryObserver|useInfiniteQuery|useBlocker))/,
            },
            // With its configuration, which must run before the first schema is made.
            { name: 'zod', test: /node_modules\/zod\/|web\/lib\/zod-config\.ts$/ },
            {
              name: 'controls',
              test: /web\/ui\/(brand|button|button-styles|field|input|password-input|spinner)\.tsx?$/,
            },
            // What screens share: a hundred chunks of a few hundred bytes would take longer to fetch than to run.
            {
              debugName: 'screens',
              name: (id, modules) => (isOnOpenPage(id, modules) ? null : 'screens'),
              test: /web\/(?:ui|kit|lib)\/|\/shared\/|node_modules\/lucide-react/,
              includeDependenciesRecursively: false,
              minShareCount: 12,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { deny: SECRET_FILES },
    watch: { ignored: ['**/.data/**', '**/dist/**', '**/.wrangler/**', '**/test-results/**'] },
    proxy: {
      '/api': { target: apiOrigin },
      '/ws': { target: apiOrigin, ws: true },
    },
  },
});
