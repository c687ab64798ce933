import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const output = here('../dist/ui')

/** Writes `.br` and `.gz` beside each text file, so that the server compresses nothing by itself. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = output }) {
    for (const file of readdirSync(`${dir}/assets`)) {
      if (!/\.(js|css|svg)$/.test(file)) continue
      const path = `${dir}/assets/${file}`
      const content = readFileSync(path)
      writeFileSync(`${path}.br`, brotliCompressSync(content))
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    }
  }
})

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
  plugins: [react(), compressed()],
  ...(command === 'build' && { html: { cspNonce: '__CSP_NONCE__' } }),
  build: {
    outDir: output,
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } }
  },
  server: {
    port: 5173,
    allowedHosts: ['.localhost'],
    proxy: { '^/api/': { target: 'http://127.0.0.1:3000', ws: true } }
  }
}))
