import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root as project } from '../../scripts/check.ts'
import { licenceFaults, permits } from '../../scripts/licences.ts'

describe('the licence gate', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'opony-licences-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const lock = (packages: Record<string, { license?: string }>) =>
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
  const install = (path: string, manifest: object) => {
    mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, path, 'package.json'), JSON.stringify(manifest))
  }

  it('lets this project through', () => expect(licenceFaults(project)).toEqual([]))

  it('refuses a package under the GPL', () => {
    lock({ 'node_modules/free': { license: 'MIT' }, 'node_modules/@some/viral': { license: 'GPL-3.0-only' } })
    install('node_modules/free', { license: 'MIT' })
    install('node_modules/@some/viral', { license: 'GPL-3.0-only' })
    expect(licenceFaults(root, [])).toEqual(['node_modules/@some/viral is under GPL-3.0-only, which is not allowed'])
  })

  it('believes the installed package, not the lock file', () => {
    lock({ 'node_modules/viral': { license: 'MIT' } })
    install('node_modules/viral', { licenses: [{ type: 'GPL-2.0' }] })
    expect(licenceFaults(root, [])).toEqual(['node_modules/viral is under GPL-2.0, which is not allowed'])
  })

  it('judges a package of another platform by the lock file', () => {
    lock({ 'node_modules/a/node_modules/elsewhere': { license: 'LGPL-3.0' } })
    expect(licenceFaults(root, [])).toEqual([
      'node_modules/a/node_modules/elsewhere is under LGPL-3.0, which is not allowed'
    ])
  })

  it('refuses a package that names no licence, and a lock file without packages', () => {
    lock({ 'node_modules/mute': {} })
    expect(licenceFaults(root, [])).toEqual(['node_modules/mute is under none, which is not allowed'])
    lock({})
    expect(licenceFaults(root, [])).toEqual(['package-lock.json names no package'])
  })

  it('accepts an exception by name and licence, and refuses an unused exception', () => {
    lock({ 'node_modules/leaf': { license: 'Hippocratic-2.1' } })
    const excuse = { name: /^leaf$/, licence: 'Hippocratic-2.1', reason: 'named by the customer' }
    expect(licenceFaults(root, [excuse])).toEqual([])
    lock({ 'node_modules/leaf': { license: 'MIT' } })
    expect(licenceFaults(root, [excuse])).toEqual(['the exception ^leaf$ (Hippocratic-2.1) is not needed'])
  })

  it.each([
    ['MIT', true],
    ['(GPL-2.0 OR MIT)', true],
    ['MIT AND GPL-2.0', false],
    ['MIT OR Apache-2.0 AND GPL-2.0', true],
    ['(MIT OR GPL-2.0) AND GPL-3.0', false],
    ['GPL-3.0-only', false],
    ['MIT GPL-3.0', false],
    ['(MIT', false],
    ['SEE LICENSE IN LICENSE', false],
    ['', false]
  ])('reads %j', (licence, allowed) => expect(permits(licence)).toBe(allowed))
})

/** `npm ci` runs no script of a package and has nothing to report: each package that brings one is named in `allowScripts`. */
describe('the packages', () => {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))

  it('every package with an install script is denied it by name, and no other is named', () => {
    const { packages } = read('package-lock.json') as { packages: Record<string, { hasInstallScript?: boolean }> }
    const withScript = Object.entries(packages).filter(([, one]) => one.hasInstallScript)
    const names = withScript.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    expect(names.length).toBeGreaterThan(0)
    expect(read('package.json').allowScripts).toEqual(Object.fromEntries(names.map(name => [name, false])))
  })

  it('the lock file records no address to download from', () => {
    expect(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')).not.toMatch(
      /"resolved": "https?:/
    )
  })
})
