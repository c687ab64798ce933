/** The cascade layers of the style sheets (ui/build/layers.ts). */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inLayer, layerOf } from '../../ui/build/layers.ts'

const root = new URL('../../ui/', import.meta.url)

it.each([
  ['/opony/ui/theme/base.css', 'theme'],
  ['/opony/ui/parts/list/grid.css', 'parts'],
  ['C:\\opony\\ui\\pages\\map\\map.css', 'pages'],
  ['/opony/ui/shell/shell.css?direct', 'shell'],
  ['/opony/dist/icons/icons.css', 'theme'],
  ['/opony/node_modules/leaflet/dist/leaflet.css', 'packages'],
  ['/opony/ui/shell/Bell.tsx', undefined]
])('%s is in the layer %s', (file, layer) => expect(layerOf(file)).toBe(layer))

it('every style sheet of ours has a layer', () => {
  const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(50)
  // the driver's application is a build of its own, whose sheets apply in the order of its imports
  const without = sheets.filter(name => !layerOf(`/opony/ui/${name}`)).toSorted()
  expect(without).toEqual(['driver', 'forms', 'stop', 'stops'].map(name => `driver/${name}.css`))
})

it('the sheets of the theme, which load first, say the order of all layers, the lowest first', () => {
  expect(inLayer('a {}', '/opony/ui/theme/base.css')).toBe(
    '@layer primereact, theme, packages, elements, parts, shell, pages;\n@layer theme {\na {}\n}\n'
  )
  expect(inLayer('a {}', '/opony/ui/pages/map/map.css')).toBe(
    '@layer primereact, theme, packages, elements, parts, shell, pages;\n@layer pages {\na {}\n}\n'
  )
  expect(inLayer('const a = 1', '/opony/ui/main.tsx')).toBeUndefined()
})

it('the first style sheet of the application is of the theme', () => {
  const main = readFileSync(new URL('main.tsx', root), 'utf8')
  expect(/^import '(.*\.css)'$/m.exec(main)?.[1]).toBe('primeicons/primeicons.css')
  expect(main.match(/^import .*$/m)?.[0]).toContain('.css')
})
