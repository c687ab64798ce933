/** Draws a trail: its line, its stays as circles sized by their length, and the position of the replay. */
import { worldX, worldY } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import type { Colours } from './shapes.ts'
import type { Stay } from './trail.ts'

const hourMs = 3_600_000
/** Pixels. A stay nearer than this to the last drawn one would only cover it and is not drawn. */
const minDistance = 4

interface Stop {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const stopOf = ({ latitude, longitude, firstActiveDate, lastActiveDate }: Stay): Stop => {
  const hours = (Date.parse(lastActiveDate) - Date.parse(firstActiveDate)) / hourMs
  return { x: worldX(longitude), y: worldY(latitude), radius: 2.5 + Math.min(6, Math.sqrt(Math.max(0, hours)) / 2) }
}

export class TrailPainter {
  /** The replay's position in steps, with fractions while it plays. */
  private position = 0
  private stops: readonly Stop[] = []

  get active(): boolean {
    return this.stops.length > 0
  }

  set(stays: readonly Stay[] | undefined): void {
    this.stops = (stays ?? []).map(stopOf)
  }

  draw(frame: Frame, colours: Colours): void {
    if (!this.active) return
    const { context } = frame
    const step = Math.min(this.stops.length - 1, Math.floor(this.position))
    context.lineJoin = context.lineCap = 'round'
    this.drawLine(frame, this.stops, undefined, colours.halo, 5)
    this.drawLine(frame, this.stops, undefined, colours.muted, 1.5)
    const end = this.worldPosition()
    this.drawLine(frame, this.stops.slice(0, step + 1), end, colours.accent, 3)
    this.drawStops(frame, colours, step)
    const [x, y] = [end.x * frame.scale - frame.left, end.y * frame.scale - frame.top]
    context.beginPath()
    context.arc(x, y, 9, 0, Math.PI * 2)
    context.fillStyle = colours.accent
    context.fill()
    context.lineWidth = 3
    context.strokeStyle = colours.halo
    context.stroke()
    context.beginPath()
    context.arc(x, y, 12, 0, Math.PI * 2)
    context.lineWidth = 2
    context.strokeStyle = colours.accent
    context.stroke()
  }

  moveTo(position: number): void {
    this.position = position
  }

  /** The position of the replay in world coordinates. */
  worldPosition(): { x: number; y: number } {
    const step = Math.min(this.stops.length - 1, Math.floor(this.position))
    const from = this.stops[step] ?? { x: 0, y: 0 }
    const to = this.stops[step + 1] ?? from
    const part = this.position - step
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
  }

  private drawLine(
    { context, scale, left, top }: Frame,
    stops: readonly Stop[],
    end: { x: number; y: number } | undefined,
    colour: string,
    width: number
  ): void {
    context.beginPath()
    for (const { x, y } of stops) context.lineTo(x * scale - left, y * scale - top)
    if (end) context.lineTo(end.x * scale - left, end.y * scale - top)
    context.lineWidth = width
    context.strokeStyle = colour
    context.stroke()
  }

  private drawStops({ context, scale, left, top, width, height }: Frame, colours: Colours, step: number): void {
    let [lastX, lastY] = [Number.NaN, Number.NaN]
    context.lineWidth = 1.5
    this.stops.forEach((stop, index) => {
      const [x, y] = [stop.x * scale - left, stop.y * scale - top]
      if (x < -10 || y < -10 || x > width + 10 || y > height + 10) return
      if (Math.hypot(x - lastX, y - lastY) < minDistance) return
      ;[lastX, lastY] = [x, y]
      context.beginPath()
      context.arc(x, y, stop.radius, 0, Math.PI * 2)
      context.fillStyle = index <= step ? colours.accent : colours.muted
      context.fill()
      context.strokeStyle = colours.halo
      context.stroke()
    })
  }
}
