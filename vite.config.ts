import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { headersFile } from './worker/http/security-headers.ts';

/** Dev proxy target: the local Worker. */
const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:8787';

/** The dev server answers every local page and process, and its root is the repository: these files stay unread. */
const SECRET_FILES = [
  // Vite's own list, which this option replaces.
  ...['.env', '.env.*', '*.{crt,pem}', '**/.git/**'],
  ...['**/.data*/**', '**/.wrangler/**', '**/.dev.vars*', '**/secrets.json', '**/runtime.json'],
  // What a deployment by hand may leave in the checkout.
  ...['**/*.pem', '**/data-key', '**/sqld-token'],
  // Backups.
  ...['**/*.db', '**/*.partial'],
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

/** The first code of every page. */
const ENTRY = /web\/main\.tsx/;
/** Routes that are loaded before anybody signed in. */
const OPEN_PAGES = /web\/(?:main\.tsx|routes\/(?:login|error)\.tsx)/;
/** Loaded by index.html: a dynamic import does not name them among the files that it fetches. */
const FIRST_FILES = /\/(?:index|rolldown-runtime|libraries|preload-helper|base|controls)-[^/]+$/;
/** The frame of all pages behind the sign-in. */
const SHELL = /web\/routes\/_app\.tsx\?tsr-split=component/;

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether a page loads a module with its first code. */
function isLoadedBy(page: RegExp, id: string, modules: ModuleGraph): boolean {
  const seen = new Set<string>();
  const climb = (module: string): boolean => {
    if (seen.has(module)) return false;
    seen.add(module);
    return page.test(module) || (modules.getModuleInfo(module)?.importers ?? []).some(climb);
  };
  return climb(id);
}

/** The chunk of a module that the shell loads, or of one that it does not load. Open pages keep their own. */
const chunkOf = (name: string, isOfShell: boolean) => (id: string, modules: ModuleGraph) =>
  isLoadedBy(OPEN_PAGES, id, modules) || isLoadedBy(SHELL, id, modules) !== isOfShell ? null : name;

/**
 * The chunk of what the entry or a page before the sign-in shares with others. On their own, fifteen files of a few
 * hundred bytes would wait for one of the browser's six connections.
 */
function openChunkOf(id: string, modules: ModuleGraph): string | null {
  if (isLoadedBy(ENTRY, id, modules)) return 'base';
  return isLoadedBy(OPEN_PAGES, id, modules) ? 'open' : null;
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
    assetHeaders(),
  ],
  // A worker loads the reader of workbooks with the first workbook.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !FIRST_FILES.test(file)),
    },
    rollupOptions: {
      output: {
        // The code of every page goes into two files: small files would compress worse, and the libraries stay in the
        // browser's cache from version to version.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|hono|clsx|use-sync-external-store|@tanstack\/(react-query|query-core|react-router|router-core|history|react-store|store))\/(?!.*([iI]nfiniteQueryObserver|useInfiniteQuery|useBlocker))/,
            },
            {
              debugName: 'open',
              name: openChunkOf,
              test: /\/(?:web|shared)\//,
              includeDependenciesRecursively: false,
              minShareCount: 2,
            },
            // With its configuration, which must run before the first schema is made.
            { name: 'zod', test: /node_modules\/zod\/|web\/lib\/zod-config\.ts$/ },
            {
              name: 'controls',
              test: /web\/ui\/(brand|button|button-styles|field|input|password-input|spinner)\.tsx?$/,
            },
            // The code that screens share: a hundred chunks of a few hundred bytes would take longer to fetch than to run.
            {
              // Banners have them, the login page's too.
              name: 'banner-icons',
              test: /lucide-react\/dist\/esm\/icons\/(?:circle-check|info|triangle-exclamation-point)\./,
              includeDependenciesRecursively: false,
            },
            {
              // One file, because one for each set of pages weighed more, and an icon more in one page weighed on others.
              name: 'icons',
              test: /node_modules\/lucide-react\/dist\/esm\/icons/,
              includeDependenciesRecursively: false,
              minShareCount: 2,
            },
            {
              debugName: 'shell',
              name: chunkOf('shell', true),
              test: /\/(?:web|shared)\//,
              includeDependenciesRecursively: false,
              minShareCount: 2,
            },
            {
              // A list in pages has all of it; others do without the query of pages.
              name: 'pages',
              test: /web\/kit\/(?:pages|data-grid\/grid-footer)\.tsx$|[iI]nfiniteQuery/,
              includeDependenciesRecursively: false,
            },
            {
              // Grids of rows and of cards use all of these; the mailboxes of a search use some, which would split them.
              name: 'grid',
              test: /web\/kit\/data-grid\/(?:virtual-rows|use-grid-selection|selection|use-inline-size)\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              debugName: 'screens',
              name: chunkOf('screens', false),
              // Grids fetch their virtual list as soon as their code runs: screens without one do not load it. Jobs begin
              // after the first load.
              test: /\/(?:web|shared)\/(?!kit\/(?:data-grid\/|job\.ts))/,
              includeDependenciesRecursively: false,
              minShareCount: 8,
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
