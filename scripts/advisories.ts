/**
 * `npm run advisories`: whether a known vulnerability concerns a package of package-lock.json, by the database of OSV (https://osv.dev).
 * Only names and versions are sent. Ends with 1 where something concerns what is installed in production, with 2 where the database could
 * not be reached, so that nobody takes that for a good answer. It is no part of `npm test`, which needs no network.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './check.ts'

const service = process.env.OSV_URL ?? 'https://api.osv.dev'
const timeoutMs = 30_000
const atOnce = 500

export interface Package {
  readonly name: string
  readonly version: string
  /** Whether it is part of what runs in production. */
  readonly isProduction: boolean
}

interface Locked {
  readonly version?: string
  readonly dev?: boolean
  readonly link?: boolean
}

/** The packages of a package-lock.json, each version once. */
export function packagesOf(lock: { readonly packages: Readonly<Record<string, Locked>> }): Package[] {
  const found = new Map<string, Package>()
  for (const [path, { version, dev, link }] of Object.entries(lock.packages)) {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
    if (!name || !version || link) continue
    const key = `${name}@${version}`
    found.set(key, { name, version, isProduction: !dev || found.get(key)?.isProduction === true })
  }
  return [...found.values()]
}

export interface Advisory extends Package {
  readonly ids: readonly string[]
}

interface Answer {
  readonly results: readonly { readonly vulns?: readonly { readonly id: string }[] }[]
}

/** @throws where the database cannot be reached or its answer cannot be read */
export async function advisoriesFor(packages: readonly Package[], url = service): Promise<Advisory[]> {
  const found: Advisory[] = []
  for (let at = 0; at < packages.length; at += atOnce) {
    const asked = packages.slice(at, at + atOnce)
    const queries = asked.map(({ name, version }) => ({ package: { name, ecosystem: 'npm' }, version }))
    const response = await fetch(new URL('/v1/querybatch', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs)
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const { results } = (await response.json()) as Partial<Answer>
    if (results?.length !== asked.length) throw new Error('an answer of another shape')
    for (const [index, { vulns }] of results.entries())
      if (vulns?.length) found.push({ ...(asked[index] as Package), ids: vulns.map(({ id }) => id) })
  }
  return found
}

/** What to print, and how to end. */
export async function report(
  packages: readonly Package[],
  url = service
): Promise<{ lines: string[]; code: 0 | 1 | 2 }> {
  let found: Advisory[]
  try {
    found = await advisoriesFor(packages, url)
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { message?: string } }
    const why = cause?.message ?? message
    return {
      lines: [`${url} could not be reached (${why}): nothing is known about ${packages.length} packages.`],
      code: 2
    }
  }
  const lineOf = ({ name, version, ids, isProduction }: Advisory): string =>
    `${isProduction ? 'production' : 'development'}  ${name} ${version}  ${ids.map(id => `https://osv.dev/${id}`).join(' ')}`
  const concerned = found.filter(({ isProduction }) => isProduction)
  const summary = `${packages.length} packages: ${concerned.length} with an advisory in production, ${found.length - concerned.length} in development.`
  return { lines: [...found.map(lineOf), summary], code: concerned.length > 0 ? 1 : 0 }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { lines, code } = await report(packagesOf(lock))
  for (const line of lines) process.stdout.write(`${line}\n`)
  process.exitCode = code
}
