/** README.md shows three pictures, light and dark, small enough to load at once. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/check.ts'

const folder = 'docs/screens'
const shown = ['day', 'map', 'portal']
const themes = ['light', 'dark']
const files = shown.flatMap(name => themes.map(theme => `${name}-${theme}.webp`)).sort()
const readme = readFileSync(join(root, 'README.md'), 'utf8')

it('the folder of its pictures has these and no others', () => {
  expect(readdirSync(join(root, folder)).sort()).toEqual(files)
})

it.each(files)('%s has at most 150 kB, and is WebP', file => {
  const path = join(root, folder, file)
  expect(statSync(path).size).toBeLessThanOrEqual(150_000)
  expect(readFileSync(path).subarray(0, 12).toString('latin1')).toMatch(/^RIFF.{4}WEBP$/s)
})

it.each(shown)('shows %s in the theme of whoever reads, with words for those who do not see it', name => {
  const picture = [...readme.matchAll(/<picture>.*?<\/picture>/gs)]
    .map(([text]) => text)
    .find(text => text.includes(`/${name}-`))
  expect(picture).toContain(`<source media="(prefers-color-scheme: dark)" srcset="${folder}/${name}-dark.webp">`)
  expect(picture).toMatch(new RegExp(`<img src="${folder}/${name}-light\\.webp" alt="[^"]{20,}"`))
})
