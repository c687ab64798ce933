/**
 * The server as JavaScript in `dist`, as `npm run build` puts it there, for the processes that tests start: one that tsx has to compile takes
 * twice the processor's time to start. Types are not looked at: that is a check of its own.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { commitOfSources } from '../../src/version.ts'
import { root } from '../check.ts'

const parts = ['src', 'modules', 'config', 'migrations', 'seeds']

/** Names of our own files end as the compiled ones do. */
const compiledNames = (code: string): string =>
  code.replace(/((?:from|import\(|import)\s*["']\.[^"']*)\.ts(["'])/g, '$1.js$2')

export async function compileServer(): Promise<void> {
  for (const part of parts) rmSync(join(root, 'dist', part), { recursive: true, force: true })
  const files = parts.flatMap(part =>
    readdirSync(join(root, part), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  )
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const from = join(parentPath, name)
      const to = join(root, 'dist', from.slice(root.length))
      if (/\.(?:tsx|d\.ts|md)$/.test(name)) return
      mkdirSync(dirname(to), { recursive: true })
      if (!name.endsWith('.ts')) return cpSync(from, to)
      const { code } = await transform(readFileSync(from, 'utf8'), {
        loader: 'ts',
        format: 'esm',
        platform: 'node',
        target: 'node20',
        sourcefile: from
      })
      writeFileSync(to.replace(/\.ts$/, '.js'), compiledNames(code))
    })
  )
  writeFileSync(join(root, 'dist/commit'), commitOfSources(pathToFileURL(root)))
}
