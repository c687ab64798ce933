/** Draws a trail: the way, the stays by how long they took, and where the replay stands. */
import { worldX, worldY } from './geo.ts'
import type { Frame } from './leaflet.tsx'
import type { Colours } from './shapes.ts'
import type { Stay } from './trail.ts'

const hour = 3_600_000
/** Stays nearer to the last drawn one than this many pixels are left out: they would only cover it. */
const apart = 4

interface Stop {
  readonly x: number
  readonly y: number
  readonly radius: number
}

const stopOf = ({ latitude, longitude, firstActiveDate, lastActiveDate }: Stay): Stop => {
  const hours = (Date.parse(lastActiveDate) - Date.parse(firstActiveDate)) / hour
  return { x: worldX(longitude), y: worldY(latitude), radius: 2.5 + Math.min(6, Math.sqrt(Math.max(0, hours)) / 2) }
}

export class TrailPainter {
  /** In steps, with fractions while it plays. */
  position = 0
  private stops: readonly Stop[] = []

  get active(): boolean {
    return this.stops.length > 0
  }

  set(stays: readonly Stay[] | undefined): void {
    this.stops = (stays ?? []).map(stopOf)
  }

  draw(frame: Frame, colours: Colours): void {
    if (!this.active) return
    const { pen } = frame
    const step = Math.min(this.stops.length - 1, Math.floor(this.position))
    pen.lineJoin = pen.lineCap = 'round'
    this.way(frame, this.stops, undefined, colours.halo, 5)
    this.way(frame, this.stops, undefined, colours.muted, 1.5)
    const head = this.head()
    this.way(frame, this.stops.slice(0, step + 1), head, colours.accent, 3)
    this.drawStops(frame, colours, step)
    const [x, y] = [head.x * frame.scale - frame.left, head.y * frame.scale - frame.top]
    pen.beginPath()
    pen.arc(x, y, 9, 0, Math.PI * 2)
    pen.fillStyle = colours.accent
    pen.fill()
    pen.lineWidth = 3
    pen.strokeStyle = colours.halo
    pen.stroke()
    pen.beginPath()
    pen.arc(x, y, 12, 0, Math.PI * 2)
    pen.lineWidth = 2
    pen.strokeStyle = colours.accent
    pen.stroke()
  }

  /** Where the replay stands, on the Mercator square. */
  head(): { x: number; y: number } {
    const step = Math.min(this.stops.length - 1, Math.floor(this.position))
    const from = this.stops[step] ?? { x: 0, y: 0 }
    const to = this.stops[step + 1] ?? from
    const part = this.position - step
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
  }

  private way(
    { pen, scale, left, top }: Frame,
    stops: readonly Stop[],
    end: { x: number; y: number } | undefined,
    colour: string,
    width: number
  ): void {
    pen.beginPath()
    for (const { x, y } of stops) pen.lineTo(x * scale - left, y * scale - top)
    if (end) pen.lineTo(end.x * scale - left, end.y * scale - top)
    pen.lineWidth = width
    pen.strokeStyle = colour
    pen.stroke()
  }

  private drawStops({ pen, scale, left, top, width, height }: Frame, colours: Colours, step: number): void {
    let [lastX, lastY] = [Number.NaN, Number.NaN]
    pen.lineWidth = 1.5
    this.stops.forEach((stop, at) => {
      const [x, y] = [stop.x * scale - left, stop.y * scale - top]
      if (x < -10 || y < -10 || x > width + 10 || y > height + 10) return
      if (Math.hypot(x - lastX, y - lastY) < apart) return
      ;[lastX, lastY] = [x, y]
      pen.beginPath()
      pen.arc(x, y, stop.radius, 0, Math.PI * 2)
      pen.fillStyle = at <= step ? colours.accent : colours.muted
      pen.fill()
      pen.strokeStyle = colours.halo
      pen.stroke()
    })
  }
}
