/** Makes dist: the server compiled to JavaScript with its message catalogues beside it, and the browser's part. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commitOfSources } from '../src/version.ts'
import { root } from './check.ts'

const run = (...command: string[]): void => {
  execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
}

for (const part of ['src', 'modules', 'config', 'migrations', 'seeds'])
  rmSync(join(root, 'dist', part), { recursive: true, force: true })
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json')

for (const part of ['src', 'modules', 'config', 'migrations', 'seeds'].filter(name => existsSync(join(root, name))))
  for (const entry of readdirSync(join(root, part), { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    if (entry.isFile() && !/\.tsx?$|\.md$/.test(entry.name)) cpSync(from, join(root, 'dist', from.slice(root.length)))
  }

writeFileSync(join(root, 'dist/commit'), commitOfSources(pathToFileURL(root)))

if (existsSync(join(root, 'ui'))) run('node_modules/vite/bin/vite.js', 'build', '--config', 'ui/vite.config.ts')
