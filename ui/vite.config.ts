import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** What every page needs comes in two files rather than in twenty: a slow phone pays for each round trip. */
const chunks = [
  {
    name: 'vendor',
    test: /node_modules.(react|react-dom|scheduler|@tanstack.(react-)?(router|query|history|store)|@formatjs|intl-)/
  },
  { name: 'frame', test: /[\\/]ui[\\/](shell[\\/].*|theme[\\/].*|(?!main)\w+)\.tsx?$/ }
]

/** The server replaces `__CSP_NONCE__` in index.html at each request. In development Vite passes calls to the server. */
export default defineConfig(({ command }) => ({
  root: here('.'),
  base: '/',
  publicDir: here('./public'),
  plugins: [react()],
  ...(command === 'build' && { html: { cspNonce: '__CSP_NONCE__' } }),
  build: {
    outDir: here('../dist/ui'),
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } }
  },
  server: { port: 5173, allowedHosts: ['.localhost'], proxy: { '/api': { target: 'http://127.0.0.1:3000', ws: true } } }
}))
