import { colour } from '../../theme/theme.ts'
import { layers } from './points.ts'
import type { Colours } from './shapes.ts'
import { tokens } from './shapes.ts'

/** The colours of the present theme, for the canvas. */
export const currentColours = (): Colours => ({
  layers: Object.fromEntries(layers.map(layer => [layer, colour(tokens[layer])])) as Colours['layers'],
  water: colour('--map-water'),
  land: colour('--map-land'),
  border: colour('--map-border'),
  halo: colour('--card'),
  ink: colour('--ink'),
  muted: colour('--ink-muted'),
  accent: colour('--accent'),
  danger: colour('--danger')
})
