/**
 * `npm run test:deno`: the tests of vitest that need no browser, run by Deno in Node's place: the whole of them, or the files that are named.
 * What cannot run there is left out by name, with the reason. The last line has the figures.
 */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './check.ts'

/** Files that are about Node itself, or need what Deno does not have. */
const leftOut: Readonly<Record<string, string>> = {
  start: 'they start processes of Node, of npm and of Deno, and look at them',
  embedded: 'they start processes of Node',
  faults: 'they start processes of Node, with pieces of the sources taken out',
  tooling: 'they look at the project, not at what runs',
  dependencies: 'they look at the project, not at what runs'
}
/** What tests have in common, and the tests of the browser. */
const noTests = ['helper', 'e2e']

const named = process.argv.slice(2)
const folders = readdirSync(join(root, 'test'), { withFileTypes: true })
  .filter(entry => entry.isDirectory() && !(entry.name in leftOut) && !noTests.includes(entry.name))
  .map(({ name }) => `test/${name}/`)
const words = [
  createRequire(import.meta.url).resolve('deno/bin.cjs'),
  'run',
  '--allow-all',
  '--node-modules-dir=manual',
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project=server',
  '--project=ui',
  ...(named.length > 0 ? named : folders)
]
for (const [folder, why] of Object.entries(leftOut)) console.log(`left out: test/${folder} (${why})`)
const started = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' })
started.on('close', code => {
  process.exitCode = code ?? 1
})
