/**
 * The driver's application: a page of its own under /driver/, with a service worker that keeps all its files, so that it opens where
 * there is no signal. It shares no file with the office and the portal.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compiled, withoutParser } from '../build/compiledMessages.ts'
import { compileHint } from '../build/compileHint.ts'
import { compressed } from '../build/compressed.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const output = here('../../dist/ui/driver')
const base = '/driver/'

/** Texts with arguments come parsed, as in the other applications. */
const parsedTexts = (): Plugin => ({
  name: 'parsed-texts',
  enforce: 'pre',
  transform(code, id) {
    const [, language] = /driver[\\/]messages[\\/]([a-z]{2})\.json$/.exec(id) ?? []
    if (!language) return undefined
    return { code: JSON.stringify(compiled(JSON.parse(code), language)), map: null }
  }
})

/** Tells the service worker which files it keeps. Their names have hashes: other files make another worker. */
const keptFiles = (): Plugin => ({
  name: 'kept-files',
  apply: 'build',
  generateBundle(_options, bundle) {
    const worker = bundle['worker.js']
    if (worker?.type !== 'chunk') throw new Error('the service worker was not built')
    const files = Object.keys(bundle).filter(file => file.startsWith('assets/'))
    worker.code = worker.code.replace('__FILES__', () => JSON.stringify(files.sort().map(file => base + file)))
  }
})

export default defineConfig({
  root: here('.'),
  base,
  publicDir: false,
  resolve: { alias: [withoutParser] },
  plugins: [parsedTexts(), react(), keptFiles(), compileHint('app'), compressed(output)],
  html: { cspNonce: '__CSP_NONCE__' },
  cacheDir: here('../../dist/vite-driver'),
  build: {
    outDir: output,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      input: { app: here('./index.html'), worker: here('./worker.ts') },
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js') }
    }
  }
})
