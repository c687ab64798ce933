/**
 * `npm run dev`: the server anew at each change of its sources, and the browser's part built anew at each of its own;
 * the page is served as in production, under the same content policy. Ends both at ctrl-C, or when one of them ends.
 */
import { spawn } from 'node:child_process'
import { watchStarters } from '../src/starters.ts'
import { root } from './check.ts'

const parts = [
  ['node_modules/vite/bin/vite.js', 'build', '--watch', '--config', 'ui/vite.config.ts', '--logLevel', 'warn'],
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/main.ts']
].map(command => spawn(process.execPath, command, { cwd: root, stdio: 'inherit' }))

const stop = (): void => {
  for (const part of parts) part.kill('SIGINT')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
watchStarters(stop)
for (const part of parts) part.on('exit', stop)
