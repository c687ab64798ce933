/** What a phone fetches to install the application: the manifest by the host's name, and each of its icons as it says they are. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApp, officeHost, portalHost, type TestApp } from '../helper/app.ts'

const root = join(import.meta.dirname, '../..')
const built = existsSync(join(root, 'dist/ui/icons'))

let test: TestApp
beforeAll(async () => {
  test = await anApp({ ROLES: 'web' })
})
afterAll(() => test.close())

const fetched = (url: string, host = portalHost) => test.app.inject({ url, headers: { host, accept: '*/*' } })
const manifestOf = async (host: string) => (await fetched('/manifest.webmanifest', host)).json()

/** Width and height of a PNG, from its first chunk. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

describe.skipIf(!built)('the application can be installed', () => {
  it('by a manifest that the page names, and that stands alone from its home on', async () => {
    const page = (await test.app.inject({ url: '/', headers: { host: portalHost, accept: 'text/html' } })).body
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"')
    const { headers, statusCode } = await fetched('/manifest.webmanifest')
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
    expect(await manifestOf(portalHost)).toMatchObject({
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      name: 'Opony',
      short_name: 'Opony'
    })
  })

  it('under names that tell portal and back office apart, and short enough to stand under an icon', async () => {
    const [portal, office] = [await manifestOf(portalHost), await manifestOf(officeHost)]
    expect(office.name).not.toBe(portal.name)
    for (const { short_name } of [portal, office]) expect(short_name.length).toBeLessThanOrEqual(12)
  })

  it('in the colours of the tokens', async () => {
    const css = readFileSync(join(root, 'ui/theme/tokens.css'), 'utf8')
    const light = (token: string) => new RegExp(`--${token}: light-dark\\((#[\\da-f]{6})`).exec(css)?.[1]
    const { theme_color, background_color } = await manifestOf(portalHost)
    expect([theme_color, background_color]).toEqual([light('accent'), light('ground')])
  })

  it('with icons that are there, as large as they say, one of them to be cut to any shape', async () => {
    const { icons } = await manifestOf(portalHost)
    expect(icons.map(({ sizes, purpose }: Record<string, string>) => [sizes, purpose])).toEqual([
      ['192x192', 'any'],
      ['512x512', 'any'],
      ['512x512', 'maskable']
    ])
    const page = (await test.app.inject({ url: '/', headers: { host: portalHost, accept: 'text/html' } })).body
    const touch = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? ''
    for (const { src, sizes } of [...icons, { src: touch, sizes: '180x180' }]) {
      const { statusCode, headers, rawPayload } = await fetched(src)
      expect([src, statusCode, headers['content-type']]).toEqual([src, 200, 'image/png'])
      expect([src, sizeOf(rawPayload)]).toEqual([src, sizes])
    }
  })

  it('and no other file of the folder is given away', async () => {
    expect((await fetched('/icons/../index.html')).statusCode).not.toBe(200)
    expect((await fetched('/icons/gone.png')).statusCode).toBe(404)
  })
})
