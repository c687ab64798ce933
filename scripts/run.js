// `npm run migrate` and every other command of operators: from the sources where tsx is installed, else as `npm run build` has compiled
// them, for a machine that has the packages of production alone. JavaScript, because nothing else can be run before that is known.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [name] = process.argv.splice(2, 1)
const source = new URL(`../src/cli/${name}.ts`, import.meta.url)
const compiled = new URL(`../dist/src/cli/${name}.js`, import.meta.url)

const hasTsx = await import('tsx/esm/api').then(
  ({ register }) => register() !== undefined,
  error => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    return false
  }
)

if (hasTsx && existsSync(source)) await import(source.href)
else if (existsSync(compiled)) {
  process.setSourceMapsEnabled(true)
  await import(compiled.href)
} else {
  process.stderr.write(
    `${fileURLToPath(compiled)} is not there, and neither is tsx, which runs the sources. Install and build, whatever NODE_ENV says:\n` +
      '  npm ci --include=dev && npm run build\n'
  )
  process.exit(1)
}
