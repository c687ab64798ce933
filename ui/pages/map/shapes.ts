/** The shapes of points, for the canvas and for the legend. Each layer has its own shape and colour. */
import type { Age, Layer } from './points.ts'

/** SVG paths of radius 1 around 0,0. */
export const outlines: Readonly<Record<Layer, string>> = {
  containers: 'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z',
  low: 'M0-1.2L1.2 0L0 1.2L-1.2 0Z',
  critical: 'M0-1.2L1.2 .9H-1.2Z',
  reception: 'M-.95-.95H.95V.95H-.95Z',
  stores: 'M-.5-.87H.5L1 0L.5 .87H-.5L-1 0Z'
}

/** Radii in pixels, from the specification; triangle and diamond are a little larger, because they have less area. */
export const radii: Readonly<Record<Layer, number>> = { containers: 5, low: 5.5, critical: 6, reception: 5, stores: 11 }

/** The colour token of each layer. */
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
  readonly danger: string
}

/** An image that is drawn once and copied for each point. `half` is half its size in CSS pixels. */
interface Sprite {
  readonly image: HTMLCanvasElement
  readonly half: number
}

const fades: Readonly<Record<Age, number>> = { fresh: 1, silent: 0.5, lost: 0.75 }
const maxSprites = 3000

export const clusterRadius = (count: number): number => 11 + Math.log2(count)

export class Sprites {
  private readonly cache = new Map<string, Sprite>()
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

  private sprite(key: string, half: number, draw: (context: CanvasRenderingContext2D) => void): Sprite {
    const cached = this.cache.get(key)
    if (cached) return cached
    const image = document.createElement('canvas')
    image.width = image.height = Math.ceil(half * 2 * this.ratio)
    const context = image.getContext('2d')
    if (context) {
      context.scale(this.ratio, this.ratio)
      context.translate(half, half)
      draw(context)
    }
    if (this.cache.size > maxSprites) this.cache.clear()
    const sprite = { image, half }
    this.cache.set(key, sprite)
    return sprite
  }

  /** The image of a point. It is faded after two days without a message, and hollow after a week. */
  point(layer: Layer, age: Age): Sprite {
    const radius = radii[layer]
    return this.sprite(`${layer} ${age}`, radius * 1.2 + 3, context => {
      const path = new Path2D()
      path.addPath(new Path2D(outlines[layer]), new DOMMatrix([radius, 0, 0, radius, 0, 0]))
      context.lineJoin = 'round'
      context.lineWidth = 3.5
      context.strokeStyle = this.colours.halo
      context.stroke(path)
      context.globalAlpha = fades[age]
      context.fillStyle = age === 'lost' ? this.colours.halo : this.colours.layers[layer]
      context.fill(path)
      if (age === 'lost') {
        context.lineWidth = 1.75
        context.strokeStyle = this.colours.layers[layer]
        context.stroke(path)
      }
      if (layer === 'stores') {
        context.globalAlpha = 1
        context.fillStyle = this.colours.halo
        context.fill(new Path2D('M0-5.5L6-.5H4V4.5H-4V-.5H-6Z'))
      }
    })
  }

  /**
   * The image of a cluster: its number of points in a ring with the shares of the layers, or in a square if all are reception
   * places.
   */
  cluster(count: number, shares: readonly number[]): Sprite {
    const radius = clusterRadius(count)
    return this.sprite(`${count} ${shares.join(' ')}`, radius + 5, context => {
      const { layers, halo, ink } = this.colours
      const colours = [layers.containers, layers.low, layers.critical, layers.reception]
      context.fillStyle = halo
      if (shares[3] === count) {
        context.beginPath()
        context.roundRect(-radius, -radius, radius * 2, radius * 2, 4)
        context.fill()
        context.lineWidth = 4
        context.strokeStyle = layers.reception
        context.stroke()
      } else {
        context.beginPath()
        context.arc(0, 0, radius + 3, 0, Math.PI * 2)
        context.fill()
        let from = -Math.PI / 2
        shares.forEach((share, index) => {
          if (share === 0) return
          const to = from + (share / count) * Math.PI * 2
          context.beginPath()
          context.arc(0, 0, radius, from, to)
          context.lineWidth = 4
          context.strokeStyle = colours[index] ?? ink
          context.stroke()
          from = to
        })
      }
      context.fillStyle = ink
      context.font = `600 ${count > 9999 ? 11 : 12}px ${this.font}`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillText(this.numbers.format(count), 0, 0.5)
    })
  }

  put(context: CanvasRenderingContext2D, { image, half }: Sprite, x: number, y: number): void {
    context.drawImage(image, x - half, y - half, half * 2, half * 2)
  }
}
