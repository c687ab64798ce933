/** The marks of the map: one table of outlines draws both the canvas and the legend. Shape and colour tell the same. */
import type { Age, Layer } from './points.ts'

/** Outlines around 0,0 of radius 1, as SVG paths. */
export const outlines: Readonly<Record<Layer, string>> = {
  containers: 'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z',
  low: 'M0-1.2L1.2 0L0 1.2L-1.2 0Z',
  critical: 'M0-1.2L1.2 .9H-1.2Z',
  reception: 'M-.95-.95H.95V.95H-.95Z',
  stores: 'M-.5-.87H.5L1 0L.5 .87H-.5L-1 0Z'
}

/** Radii in pixels, as the specification gives them; the battery shapes are a little larger, for they have less area. */
export const radii: Readonly<Record<Layer, number>> = { containers: 5, low: 5.5, critical: 6, reception: 5, stores: 11 }

export const tokens: Readonly<Record<Layer, string>> = {
  containers: '--map-container',
  low: '--warning-fg',
  critical: '--danger',
  reception: '--map-reception',
  stores: '--map-store'
}

export interface Colours {
  readonly layers: Readonly<Record<Layer, string>>
  readonly water: string
  readonly land: string
  readonly border: string
  readonly halo: string
  readonly ink: string
  readonly muted: string
  readonly accent: string
}

/** What is drawn once and stamped often. Sizes are in CSS pixels around the centre. */
interface Stamp {
  readonly image: HTMLCanvasElement
  readonly half: number
}

const fades: Readonly<Record<Age, number>> = { fresh: 1, silent: 0.5, lost: 0.75 }
const mostStamps = 3000

export const clusterRadius = (count: number): number => 11 + Math.log2(count)

export class Stamps {
  private readonly held = new Map<string, Stamp>()
  private readonly colours: Colours
  private readonly ratio: number
  private readonly font: string
  private readonly numbers: Intl.NumberFormat

  constructor(colours: Colours, ratio: number, font: string, language: string) {
    this.colours = colours
    this.ratio = ratio
    this.font = font
    this.numbers = new Intl.NumberFormat(language)
  }

  private stamp(key: string, half: number, draw: (pen: CanvasRenderingContext2D) => void): Stamp {
    const known = this.held.get(key)
    if (known) return known
    const image = document.createElement('canvas')
    image.width = image.height = Math.ceil(half * 2 * this.ratio)
    const pen = image.getContext('2d')
    if (pen) {
      pen.scale(this.ratio, this.ratio)
      pen.translate(half, half)
      draw(pen)
    }
    if (this.held.size > mostStamps) this.held.clear()
    const made = { image, half }
    this.held.set(key, made)
    return made
  }

  /** One point. Silent for two days: faded; for a week: hollow. */
  point(layer: Layer, age: Age): Stamp {
    const radius = radii[layer]
    return this.stamp(`${layer} ${age}`, radius * 1.2 + 3, pen => {
      const path = new Path2D()
      path.addPath(new Path2D(outlines[layer]), new DOMMatrix([radius, 0, 0, radius, 0, 0]))
      pen.lineJoin = 'round'
      pen.lineWidth = 3.5
      pen.strokeStyle = this.colours.halo
      pen.stroke(path)
      pen.globalAlpha = fades[age]
      pen.fillStyle = age === 'lost' ? this.colours.halo : this.colours.layers[layer]
      pen.fill(path)
      if (age === 'lost') {
        pen.lineWidth = 1.75
        pen.strokeStyle = this.colours.layers[layer]
        pen.stroke(path)
      }
      if (layer === 'stores') {
        pen.globalAlpha = 1
        pen.fillStyle = this.colours.halo
        pen.fill(new Path2D('M0-5.5L6-.5H4V4.5H-4V-.5H-6Z'))
      }
    })
  }

  /** Many points: their number, and a ring that shares out their layers. Places alone are a square. */
  cluster(count: number, shares: readonly number[]): Stamp {
    const radius = clusterRadius(count)
    return this.stamp(`${count} ${shares.join(' ')}`, radius + 5, pen => {
      const { layers, halo, ink } = this.colours
      const colours = [layers.containers, layers.low, layers.critical, layers.reception]
      pen.fillStyle = halo
      if (shares[3] === count) {
        pen.beginPath()
        pen.roundRect(-radius, -radius, radius * 2, radius * 2, 4)
        pen.fill()
        pen.lineWidth = 4
        pen.strokeStyle = layers.reception
        pen.stroke()
      } else {
        pen.beginPath()
        pen.arc(0, 0, radius + 3, 0, Math.PI * 2)
        pen.fill()
        let from = -Math.PI / 2
        shares.forEach((share, at) => {
          if (share === 0) return
          const to = from + (share / count) * Math.PI * 2
          pen.beginPath()
          pen.arc(0, 0, radius, from, to)
          pen.lineWidth = 4
          pen.strokeStyle = colours[at] ?? ink
          pen.stroke()
          from = to
        })
      }
      pen.fillStyle = ink
      pen.font = `600 ${count > 9999 ? 11 : 12}px ${this.font}`
      pen.textAlign = 'center'
      pen.textBaseline = 'middle'
      pen.fillText(this.numbers.format(count), 0, 0.5)
    })
  }

  put(pen: CanvasRenderingContext2D, { image, half }: Stamp, x: number, y: number): void {
    pen.drawImage(image, x - half, y - half, half * 2, half * 2)
  }
}
