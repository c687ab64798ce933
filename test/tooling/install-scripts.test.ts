/** `npm ci` runs no script of a package and has nothing to report: each package that brings one is named in `allowScripts`. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))

it('every package with an install script is denied it by name, and no other is named', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, { hasInstallScript?: boolean }> }
  const withScript = Object.entries(packages).filter(([, one]) => one.hasInstallScript)
  const names = withScript.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(names.length).toBeGreaterThan(0)
  expect(read('package.json').allowScripts).toEqual(Object.fromEntries(names.map(name => [name, false])))
})

it('the lock file records no address to download from', () => {
  expect(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')).not.toMatch(/"resolved": "https?:/)
})
