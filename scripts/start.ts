/** `npm start`: builds the browser's part where its sources are newer than what was built, then runs the server. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { watchStarters } from '../src/starters.ts'
import { isPlain, voiceOf } from '../src/voice.ts'
import { root } from './check.ts'
import { quietly } from './quietly.ts'

// From the first moment, for later nobody could tell that npm had been there.
watchStarters(() => process.kill(process.pid, 'SIGTERM'))

const changed = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0)

const newest = (folder: string): number =>
  Math.max(0, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => changed(join(folder, name))))

const built = changed(join(root, 'dist/ui/index.html'))
const sources = ['ui', 'src/contract', 'modules'].map(part => newest(join(root, part)))

if (Math.max(...sources, changed(join(root, 'package-lock.json'))) > built) {
  const { say, complain } = voiceOf(isPlain(process.env, process.stdout))
  say('Building the pages…')
  // Its warnings are for developers, who see them by `npm run build`.
  const command = ['node_modules/vite/bin/vite.js', 'build', '--config', 'ui/vite.config.ts', '--logLevel', 'warn']
  await quietly(command).catch((error: Error) => {
    complain(`The pages could not be built:\n${error.message}`)
    process.exit(1)
  })
}

await import('../src/main.ts')
