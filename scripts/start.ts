/** `npm start`: builds the browser's part where its sources are newer than what was built, then runs the server. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './check.ts'

const changed = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0)

const newest = (folder: string): number =>
  Math.max(0, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => changed(join(folder, name))))

const built = changed(join(root, 'dist/ui/index.html'))
const sources = ['ui', 'src/contract', 'modules'].map(part => newest(join(root, part)))

if (Math.max(...sources, changed(join(root, 'package-lock.json'))) > built) {
  const command = ['node_modules/vite/bin/vite.js', 'build', '--config', 'ui/vite.config.ts', '--logLevel', 'warn']
  execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
}

await import('../src/main.ts')
