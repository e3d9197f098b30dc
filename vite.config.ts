import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { RELEASE } from './worker/db/release.ts';
import { headersFile } from './worker/http/security-headers.ts';

/** Dev proxy target: the local Worker. */
const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:8787';

/**
 * The dev server answers every local page and process, and its root is the repository, so these
 * files are excluded.
 */
const SECRET_FILES = [
  // Vite's own list, which this option replaces.
  '.env',
  '.env.*',
  '*.{crt,pem}',
  '**/.git/**',
  '**/.data*/**',
  '**/.wrangler/**',
  '**/.dev.vars*',
  '**/secrets.json',
  '**/runtime.json',
  // Files that a manual deployment may leave in the checkout.
  '**/*.pem',
  '**/data-key',
  '**/sqld-token',
  // Backups.
  '**/*.db',
  '**/*.partial',
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

/** Serves docs/mail-sign-in.md beside the page. A link in the public folder would not survive every archive or checkout. */
function signInGuide(): Plugin {
  const fileName = 'mail-sign-in.txt';
  const read = () => readFileSync(resolve(import.meta.dirname, 'docs/mail-sign-in.md'), 'utf8');
  return {
    name: 'sign-in-guide',
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/plain; charset=utf-8');
        response.end(read());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: read() });
    },
  };
}

/** Writes the release into the page, which compares it with that of each answer of the API. */
function releaseTag(): Plugin {
  const attrs = { name: 'release', content: RELEASE };
  return {
    name: 'release-tag',
    transformIndexHtml: () => [{ tag: 'meta', attrs, injectTo: 'head' }],
  };
}

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'web/public',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A loader includes the requests of its feature, which no other page needs.
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
    signInGuide(),
    releaseTag(),
  ],
  // A worker loads the reader of workbooks with the first workbook.
  worker: { format: 'es' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The first code of every page, with the libraries: several small files would compress worse.
            { name: 'first', tags: ['$initial'] },
            // The code that many screens and late parts share: one file for each set of them would make a hundred small
            // ones.
            {
              name: 'shared',
              test: /\/(?:web|shared|lucide-react|react-query|query-core|zod)\//,
              minShareCount: 8,
              includeDependenciesRecursively: false,
            },
            // An icon has 200 bytes and would otherwise have a separate file, request and headers.
            {
              name: 'icons',
              test: /\/lucide-react\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
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
