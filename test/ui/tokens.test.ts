/**
 * Contrast in both themes, by the colours alone: the browser tests measure it on screen in the light theme. What the style
 * sheets put on what is measured here, and a colour that they use and nobody measures is found.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ui = join(import.meta.dirname, '../../ui')
const css = readFileSync(join(ui, 'theme/tokens.css'), 'utf8')
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

const parts = (hex: string): number[] => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))

/** A colour in a theme as #rrggbb: a token by its name, or what a style sheet makes of tokens and numbers. */
function resolve(text: string, theme: Theme): string {
  if (/^#[\da-f]{6}$/.test(text)) return text
  if (/^#[\da-f]{3}$/.test(text)) return text.replace(/[\da-f]/g, '$&$&')
  const token = /^var\(--([\w-]+)\)$/.exec(text)?.[1]
  if (token) return colour(token, theme)
  const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(text) ?? []
  if (light && dark) return resolve(theme === 'light' ? light : dark, theme)
  const [, one, share, other] = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(text) ?? []
  if (!one || !other) return colour(text, theme)
  const [first, second] = [parts(resolve(one, theme)), parts(resolve(other, theme))]
  const mixed = first.map((value, at) => value * (Number(share) / 100) + second[at]! * (1 - Number(share) / 100))
  return `#${mixed.map(value => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

const channel = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string): number => {
  const [red, green, blue] = parts(hex).map(value => channel(value / 255)) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['ground', 'card', 'raised', 'hover', 'selected']
const tones = ['neutral', 'info', 'success', 'warning', 'danger']
/** The rows of a list that stand out by their tone. */
const tints = tones.map(tone => `color-mix(in srgb, var(--${tone}-bg) 45%, var(--card))`)
const texts: readonly (readonly [ink: string, surface: string])[] = [
  ...[...surfaces, ...tints].flatMap(surface =>
    ['ink', 'ink-muted', 'accent', 'danger-fg'].map(ink => [ink, surface] as const)
  ),
  ['ink', 'nav-hover'],
  ['ink-muted', 'nav-hover'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent-soft', 'accent-soft'],
  ['on-accent-soft', 'selected'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['card', 'ink'],
  ['ground', 'ink'],
  ['on-brand', 'brand'],
  ...tones.map(tone => [`${tone}-fg`, `${tone}-bg`] as const),
  // a quiet button in an alert, with the pointer on it
  ...tones.map(tone => [`${tone}-fg`, `color-mix(in srgb, var(--${tone}-fg) 12%, var(--${tone}-bg))`] as const)
]
/** What a driver reads in the sun. */
const sunny: readonly (readonly [ink: string, surface: string])[] = [
  ...['ground', 'card'].flatMap(surface => ['ink', 'sun-muted'].map(ink => [ink, surface] as const)),
  ['accent', 'card'],
  ...['danger', 'success', 'warning'].map(tone => [`sun-${tone}`, `${tone}-bg`] as const),
  ['on-accent', 'accent'],
  ['on-accent-soft', 'accent-soft'],
  ['on-brand', 'brand'],
  ['ink', 'neutral-bg'],
  ['ground', 'ink']
]
const controls = ['ground', 'card', 'raised'].flatMap(surface =>
  ['line-strong', 'ring', 'danger'].map(line => [line, surface] as const)
)
/** Icons that say something by themselves, beside text in a row. */
const icons = ['card', ...tints].flatMap(surface => tones.map(tone => [`${tone}-fg`, surface] as const))
const marks = ['map-reception', 'map-container', 'map-store'].flatMap(mark =>
  ['map-land', 'map-water'].map(ground => [mark, ground] as const)
)

describe.each(themes)('the %s theme', theme => {
  it.each(texts)('reads %s on %s at 4.5:1', (ink, surface) => {
    expect(contrast(resolve(ink, theme), resolve(surface, theme))).toBeGreaterThanOrEqual(4.5)
  })
  it.each(sunny)('reads %s on %s in the sun, at 7:1', (ink, surface) => {
    expect(contrast(resolve(ink, theme), resolve(surface, theme))).toBeGreaterThanOrEqual(7)
  })
  it.each([...controls, ...icons, ...marks])('shows %s on %s at 3:1', (line, surface) => {
    expect(contrast(resolve(line, theme), resolve(surface, theme))).toBeGreaterThanOrEqual(3)
  })
})

it('measures as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
  expect(resolve('color-mix(in srgb, #ff0000 25%, #0000ff)', 'light')).toBe('#4000bf')
})

describe('the style sheets', () => {
  /** Taken over from elsewhere, or the tone's own, which `.tone-…` gives. */
  const givenInks = ['inherit', 'CanvasText', 'var(--fg)', 'var(--fg, var(--ink-muted))']
  /** Icons and drawings that say nothing which a text beside them does not. */
  const silentInks = ['var(--line-strong)', 'var(--brand-art)']
  /** None, the tone's own, or that of the element around it, which is measured there. */
  const givenSurfaces = [
    'none',
    'inherit',
    'transparent',
    'Canvas',
    'var(--bg)',
    'color-mix(in srgb, currentcolor 12%, transparent)'
  ]
  /** Lines, bars, handles, the map and what covers a page: no text stands on them. */
  const silentSurfaces = [
    'var(--line)',
    'var(--map-container)',
    'var(--line-strong)',
    'var(--shade)',
    'var(--map-water)',
    'var(--warning-fg)',
    'linear-gradient(90deg, transparent, var(--accent), transparent)'
  ]
  /** The card itself, with a shadow at each edge beyond which there is more. */
  const shadowed = 'linear-gradient(var(--card) 40%, transparent)'
  const bare = (value: string): string => /^var\(--([\w-]+)\)$/.exec(value)?.[1] ?? value
  const rules = readdirSync(ui, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.css') && !name.endsWith('tokens.css'))
    .flatMap(name => {
      const text = readFileSync(join(ui, name), 'utf8').replace(/\/\*.*?\*\//gs, '')
      return [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
        where: `${name}: ${selector.trim().replace(/\s+/g, ' ')}`,
        body,
        ink: /(?:^|[;\s])color:\s*([^;]+);/.exec(body)?.[1],
        surface: /(?:^|[;\s])background(?:-color)?:\s*([^;]+);/.exec(body)?.[1]
      }))
    })
  const inkOf = (value: string | undefined): string | undefined =>
    value && ![...givenInks, ...silentInks].includes(value) ? bare(value) : undefined
  const surfaceOf = (value: string | undefined): string | undefined =>
    value && ![...givenSurfaces, ...silentSurfaces].includes(value) && !value.startsWith(shadowed)
      ? bare(value)
      : undefined
  const used = rules.map(({ where, ink, surface }) => ({ where, ink: inkOf(ink), surface: surfaceOf(surface) }))

  it('name their colours and layers by tokens, but for the black and white that scanners read', () => {
    const bare = rules.flatMap(({ where, body }) =>
      [...body.matchAll(/#[\da-f]{3,8}\b|rgba?\(|z-index: *\d+/gi)].map(([found]) => `${where} ${found}`)
    )
    expect(bare).toEqual([expect.stringContaining('.qr-light #fff'), expect.stringContaining('.qr-dark #000')])
  })

  it('use no colour for text, and none behind it, that is not measured', () => {
    const inks = new Set([...texts, ...sunny, ...icons].map(([ink]) => ink))
    const grounds = new Set([...texts, ...sunny].map(([, surface]) => surface))
    expect(used.length).toBeGreaterThan(300)
    expect(used.filter(({ ink }) => ink && !inks.has(ink))).toEqual([])
    expect(used.filter(({ surface }) => surface && !grounds.has(surface))).toEqual([])
  })

  it('set no text on a ground of its own that is not measured together', () => {
    const judged = new Set([...texts, ...sunny].map(([ink, surface]) => `${ink} on ${surface}`))
    const pairs = used.filter(({ ink, surface }) => ink && surface)
    expect(pairs.length).toBeGreaterThan(15)
    expect(pairs.filter(({ ink, surface }) => !judged.has(`${ink} on ${surface}`))).toEqual([])
  })
})
