import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../../ui/theme/tokens.css', import.meta.url), 'utf8')
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! }
  ])
)
const colour = (name: string, theme: Theme): string => {
  const found = colours.get(name)
  if (!found) throw new Error(`There is no token ${name}`)
  return found[theme]
}

const channel = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string): number =>
  0.2126 * channel(hex.slice(1, 3)) + 0.7152 * channel(hex.slice(3, 5)) + 0.0722 * channel(hex.slice(5, 7))
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['ground', 'card', 'raised', 'hover', 'selected']
const tones = ['neutral', 'info', 'success', 'warning', 'danger']
const texts: readonly (readonly [string, string])[] = [
  ...surfaces.flatMap(surface => ['ink', 'ink-muted', 'accent'].map(ink => [ink, surface] as const)),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent-soft', 'accent-soft'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['danger-fg', 'card'],
  ['danger-fg', 'raised'],
  ...tones.map(tone => [`${tone}-fg`, `${tone}-bg`] as const)
]
const controls = ['ground', 'card', 'raised'].flatMap(surface =>
  ['line-strong', 'ring', 'danger'].map(line => [line, surface] as const)
)
const marks = ['map-reception', 'map-container', 'map-store'].flatMap(mark =>
  ['map-land', 'map-water'].map(ground => [mark, ground] as const)
)

describe.each(themes)('the %s theme', theme => {
  it.each(texts)('reads %s on %s at 4.5:1', (ink, surface) => {
    expect(contrast(colour(ink, theme), colour(surface, theme))).toBeGreaterThanOrEqual(4.5)
  })
  it.each([...controls, ...marks])('shows %s on %s at 3:1', (line, surface) => {
    expect(contrast(colour(line, theme), colour(surface, theme))).toBeGreaterThanOrEqual(3)
  })
})

it('measures as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
})
