/**
 * The licence gate: every package that package-lock.json installs, for production or development, on any platform,
 * carries a licence of `allowed`, or is named in `exceptions` with its licence and the reason. A package that changes
 * its licence fails the gate, an exception that nothing needs any more fails it too.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsMain } from './check.ts'

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib'
])

/** A package that may stay although its licence is not in the list: by its name, or by all names with a prefix. */
export type Exception = { readonly name: RegExp; readonly licence: string; readonly reason: string }

const exceptions: readonly Exception[] = [
  { name: /^react-leaflet$/, licence: 'Hippocratic-2.1', reason: 'named by the customer' },
  {
    name: /^@react-leaflet\/core$/,
    licence: 'Hippocratic-2.1',
    reason: 'part of react-leaflet, named by the customer'
  },
  { name: /^axe-core$/, licence: 'MPL-2.0', reason: 'test tool, unchanged and never shipped' },
  {
    name: /^lightningcss(-.+)?$/,
    licence: 'MPL-2.0',
    reason: 'part of vite, a build tool, unchanged and never shipped'
  },
  { name: /^png-js$/, licence: 'none', reason: 'part of pdfkit; its LICENSE is that of MIT, its manifest names none' }
]

type Locked = { name?: string; license?: string; link?: boolean }
type Manifest = { license?: unknown; licenses?: unknown }

/**
 * Whether an SPDX expression is satisfied: one side of an OR, both sides of an AND. What it cannot read is refused.
 * @param licence such as `(MIT OR CC0-1.0)`
 */
export function permits(licence: string): boolean {
  const words = licence.match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0
  const any = (): boolean => {
    let result = all()
    while (words[at] === 'OR') {
      at++
      const next = all()
      result = result || next
    }
    return result
  }
  const all = (): boolean => {
    let result = one()
    while (words[at] === 'AND') {
      at++
      const next = one()
      result = result && next
    }
    return result
  }
  const one = (): boolean => {
    const word = words[at++]
    if (word !== '(') return word !== undefined && allowed.has(word)
    const result = any()
    return words[at++] === ')' && result
  }
  const result = any()
  return result && at === words.length
}

const text = (licence: unknown): string | undefined => {
  if (typeof licence === 'string') return licence
  if (Array.isArray(licence)) return licence.map(entry => text(entry) ?? 'unknown').join(' OR ')
  if (licence && typeof licence === 'object' && 'type' in licence) return text(licence.type)
  return undefined
}

/** What the package itself says where it is installed; the lock file's word for one of another platform. */
function licenceOf(root: string, path: string, locked: Locked): string {
  const manifest = join(root, path, 'package.json')
  if (!existsSync(manifest)) return locked.license ?? 'none'
  const said = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest
  return text(said.license) ?? text(said.licenses) ?? 'none'
}

/**
 * The packages that may not be here, one sentence each; none: the gate is open.
 * @param root folder with package-lock.json and node_modules
 * @param excused the exceptions; by default those of this project
 */
export function licenceFaults(root: string, excused: readonly Exception[] = exceptions): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  const faults: string[] = []
  const used = new Set<Exception>()
  let read = 0
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (path === '' || locked.link) continue
    read++
    const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const licence = licenceOf(root, path, locked)
    const excuse = excused.find(one => one.name.test(name) && one.licence === licence)
    if (excuse) used.add(excuse)
    else if (!permits(licence)) faults.push(`${path} is under ${licence}, which is not allowed`)
  }
  for (const one of excused)
    if (!used.has(one)) faults.push(`the exception ${one.name.source} (${one.licence}) is not needed`)
  if (read === 0) faults.push('package-lock.json names no package')
  return faults
}

faultsMain(import.meta.url, licenceFaults)
