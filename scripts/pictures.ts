/**
 * `npm run pictures [words of a title]`: a picture of every screen, wide and narrow, light and dark, in the folder pictures/,
 * to be looked at. The screens are checked as in `npm test`, and the dark ones by their contrast, too. Those of README.md are taken anew, in
 * docs/screens; `npm run pictures readme` takes them alone.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './check.ts'

const run = (...command: string[]): number => {
  const env = { ...process.env, PICTURES: join(root, 'pictures') }
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status ?? 1
}

const words = process.argv.slice(2).join(' ')
if (!words) rmSync(join(root, 'pictures'), { recursive: true, force: true })
const built = run('node_modules/vite/bin/vite.js', 'build', '--config', 'ui/vite.config.ts', '--logLevel', 'warn')
const screens = [
  'node_modules/@playwright/test/cli.js',
  'test',
  'test/e2e/screens.spec.ts',
  'test/e2e/readme.pictures.ts'
]
process.exitCode = built || run(...screens, ...(words ? ['--grep', words] : []))
