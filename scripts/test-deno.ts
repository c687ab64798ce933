/**
 * `npm run test:deno`: the tests of vitest that need no browser, run by Deno in Node's place: the whole of them, or the files that are named.
 * What cannot run there is left out by name, with the reason. The last line has the figures.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { root } from './check.ts'

/** Files that are about Node itself, or need what Deno does not have. */
const leftOut: Readonly<Record<string, string>> = {
  'test/start/**': 'they start processes of Node, of npm and of Deno, and look at them',
  'test/tooling/**': 'they look at the project, not at what runs',
  'test/dependencies/**': 'they look at the project, not at what runs'
}

const files = process.argv.slice(2)
const words = [
  createRequire(import.meta.url).resolve('deno/bin.cjs'),
  'run',
  '--allow-all',
  '--node-modules-dir=manual',
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project=server',
  '--project=ui',
  ...Object.keys(leftOut).map(pattern => `--exclude=${pattern}`),
  ...files
]
for (const [pattern, why] of Object.entries(leftOut)) console.log(`left out: ${pattern} (${why})`)
const started = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' })
started.on('close', code => {
  process.exitCode = code ?? 1
})
