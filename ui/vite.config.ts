import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { appAliases, appPlugins } from './build/app.ts'
import { isInFrame } from './build/chunks.ts'
import { compileHint } from './build/compileHint.ts'
import { compressed } from './build/compressed.ts'
import { driverApp } from './build/driverApp.ts'
import { earlyScript } from './build/earlyScript.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const output = here('../dist/ui')

/**
 * The code that every page needs is in two files, that of lists and of forms in one more each. Many small files would be slower on a
 * phone, where each request costs a round trip.
 */
const chunks = [
  {
    name: 'vendor',
    priority: 3,
    // without what a panel's map and a form alone need of them
    test: /node_modules.((react|react-dom|scheduler|intl-messageformat)[\\/]|@tanstack.(react-)?(router|query|history|store)(?!.*(useQueries|queriesObserver|useBlocker))|@formatjs)/
  },
  { name: 'frame', priority: 2, test: isInFrame },
  // the frame of the portal, and that of screens without a menu, which have the flags in common
  { name: 'bare', priority: 2, test: /[\\/]ui[\\/]shell[\\/](PortalShell|Bare|Notice|flags)\.tsx$/ },
  { name: 'list', priority: 1, test: /[\\/]ui[\\/]parts[\\/]list[\\/]ListPage\.tsx$/ },
  { name: 'form', test: /[\\/]ui[\\/]parts[\\/]form[\\/]SchemaForm\.tsx$/ },
  // what the form of a command shares with panels and screens: one file instead of five
  {
    name: 'commandForm',
    test: /[\\/]ui[\\/]parts[\\/](command[\\/](UnsavedGuard|back|drafts|refusals)|form[\\/]preparedValues)\.tsx?$/
  }
]

/** The server replaces `__CSP_NONCE__` in index.html at each request, in development too (`scripts/dev.ts`). */
export default defineConfig({
  root: here('.'),
  base: '/',
  publicDir: here('./public'),
  resolve: { alias: appAliases },
  plugins: [
    ...appPlugins(),
    earlyScript(here('.')),
    compileHint(...chunks.map(({ name }) => name)),
    compressed(output),
    driverApp()
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  cacheDir: here('../dist/vite'),
  build: {
    outDir: output,
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    // every browser of the target knows `modulepreload`
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } }
  }
})
