/** The settings of map tiles: what is offered, under which address, and which hosts the content policy names. */
import { expect, test } from 'vitest'
import { mapTypes, tileOrigins } from '../../config/map-types.ts'
import { readSettings, type SettingsFault } from '../../config/settings.ts'
import { contentPolicy } from '../../src/kernel/serve/browser.ts'
import { anApp } from '../helper/app.ts'

const satellite = 'https://tiles.example.com/s/{z}/{x}/{y}.jpg?token={key}'

const faultsOf = (env: Record<string, string>): string[] => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    return (error as SettingsFault).faults.map(({ name, problem }) => `${name} ${problem}`)
  }
}

test('by default there is the road map of OpenStreetMap with its attribution, and no type without an address', () => {
  const types = mapTypes(readSettings({}))
  expect(types).toEqual([
    {
      name: 'road',
      urls: ['https://tile.openstreetmap.org/{z}/{x}/{y}.png'],
      attribution: '© OpenStreetMap <https://www.openstreetmap.org/copyright>'
    }
  ])
})

test('each of the four types has an address, a key and an attribution of its own; another road map is not credited to OpenStreetMap', () => {
  const settings = readSettings({
    MAP_TILES_URL: 'https://roads.example.com/{z}/{x}/{y}.png',
    MAP_HYBRID_URL: `${satellite} https://names.example.com/{z}/{x}/{y}{r}.png`,
    MAP_HYBRID_KEY: 'a b',
    MAP_HYBRID_ATTRIBUTION: 'Hybrid',
    MAP_SATELLITE_URL: satellite,
    MAP_SATELLITE_KEY: '$&',
    MAP_RELIEF_URL: 'http://relief.example.com:8080/{z}/{y}/{x}.png'
  })
  expect(mapTypes(settings)).toEqual([
    { name: 'road', urls: ['https://roads.example.com/{z}/{x}/{y}.png'], attribution: '' },
    {
      name: 'hybrid',
      urls: ['https://tiles.example.com/s/{z}/{x}/{y}.jpg?token=a%20b', 'https://names.example.com/{z}/{x}/{y}{r}.png'],
      attribution: 'Hybrid'
    },
    { name: 'satellite', urls: ['https://tiles.example.com/s/{z}/{x}/{y}.jpg?token=%24%26'], attribution: '' },
    { name: 'relief', urls: ['http://relief.example.com:8080/{z}/{y}/{x}.png'], attribution: '' }
  ])
  const origins = tileOrigins(settings)
  const images = contentPolicy('n', origins.map(origin => ` ${origin}`).join(''), '')
    .split('; ')
    .find(part => part.startsWith('img-src'))
  expect(images).toBe(
    "img-src 'self' data: blob: https://roads.example.com https://tiles.example.com https://names.example.com http://relief.example.com:8080"
  )
})

test('none switches all tiles off, and the content policy names no host', () => {
  const settings = readSettings({ MAP_TILES_URL: 'none', MAP_RELIEF_URL: 'https://relief.example.com/{z}/{x}/{y}.png' })
  expect(mapTypes(settings)).toEqual([])
  expect(tileOrigins(settings)).toEqual([])
})

test.each([
  'https://tiles.example.com/{z}/{x}.png',
  'https://{s}.tiles.example.com/{z}/{x}/{y}.png',
  'https://tiles.example.com/{z}/{x}/{y}/{style}.png',
  'ftp://tiles.example.com/{z}/{x}/{y}.png',
  "https://tiles.example.com;script-src'/{z}/{x}/{y}.png",
  'none https://tiles.example.com/{z}/{x}/{y}.png',
  'javascript:alert(1)//{z}/{x}/{y}'
])('an address of tiles is refused: %s', address => {
  expect(faultsOf({ MAP_TILES_URL: address })).toEqual([expect.stringMatching(/^MAP_TILES_URL is .*\{z\}/)])
})

test('a key without its place, or a place without its key, is a fault that prints no key', () => {
  expect(faultsOf({ MAP_RELIEF_URL: 'https://r.example.com/{z}/{x}/{y}?k={key}' })).toEqual([
    'MAP_RELIEF_KEY is missing, and MAP_RELIEF_URL has a place for it.'
  ])
  expect(faultsOf({ MAP_TILES_KEY: 'hidden-4711' })).toEqual([
    'MAP_TILES_KEY is set, and MAP_TILES_URL has no place for it.'
  ])
})

test('the map page is given what is offered, to administrators and technicians', async () => {
  const app = await anApp({ MAP_TILES_URL: 'none' })
  try {
    const person = await app.signedInAs('SERVICE_TECHNICAN')
    const { body } = await person.get('/api/ui/pages/iot.map')
    expect(body.data.data).toEqual({ mapTypes: [] })
  } finally {
    await app.close()
  }
})
