/** `npm start`: builds the browser's part where its sources are newer than what was built, then runs the server. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { watchStarters } from '../src/starters.ts'
import { root } from './check.ts'

const changed = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0)

const newest = (folder: string): number =>
  Math.max(0, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => changed(join(folder, name))))

/** Its warnings are for developers (`npm run build` shows them); here only a build that fails says anything. */
function build(): Promise<void> {
  console.log('Building the pages…')
  const command = ['node_modules/vite/bin/vite.js', 'build', '--config', 'ui/vite.config.ts', '--logLevel', 'warn']
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (output += part))
  const giveUp = (signal: NodeJS.Signals): void => {
    child.kill(signal)
    process.exit(128 + constants.signals[signal])
  }
  const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, giveUp)
  return new Promise(resolve => {
    child.on('close', code => {
      if (code !== 0) {
        process.stderr.write(output)
        process.exit(code ?? 1)
      }
      for (const signal of signals) process.off(signal, giveUp)
      resolve()
    })
  })
}

// From the first moment, for later nobody could tell that npm had been there.
watchStarters(() => process.kill(process.pid, 'SIGTERM'))

const built = changed(join(root, 'dist/ui/index.html'))
const sources = ['ui', 'src/contract', 'modules'].map(part => newest(join(root, part)))
if (Math.max(...sources, changed(join(root, 'package-lock.json'))) > built) await build()

await import('../src/main.ts')
