import type { Age, Layer } from './points.ts'
import { outlines, tokens } from './shapes.ts'

/** The icon of a point outside the map, in the shape and colour that it has on the map's canvas. */
export const Mark = ({ layer, age = 'fresh' }: { readonly layer: Layer; readonly age?: Age }) => (
  <svg className={`map-mark map-mark-${age}`} viewBox="-1.6 -1.6 3.2 3.2" aria-hidden="true">
    <path d={outlines[layer]} fill={`var(${tokens[layer]})`} stroke={`var(${tokens[layer]})`} />
  </svg>
)
