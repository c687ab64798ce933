/** A field to sign in with a finger. Its value is the path of an SVG, in a box of 600 × 240, whatever the size of the screen. */
import { useRef, useState } from 'react'

const width = 600
const height = 240

const within = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value)))

/** The points of each stroke as a path: `M10 20L12 24L…`. */
export const pathOf = (strokes: readonly (readonly [x: number, y: number][])[]): string =>
  strokes.map(points => points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')).join('')

export function SignaturePad({ label, onChange }: { label: string; onChange: (path: string) => void }) {
  const [path, setPath] = useState('')
  const strokes = useRef<[number, number][][]>([])
  const drawing = useRef(false)
  const add = (event: React.PointerEvent<SVGSVGElement>, begins: boolean): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = within(((event.clientX - box.left) / box.width) * width, width)
    const y = within(((event.clientY - box.top) / box.height) * height, height)
    if (begins) strokes.current.push([])
    const stroke = strokes.current.at(-1)
    const [lastX, lastY] = stroke?.at(-1) ?? [-9, -9]
    // points that stand closer than a line is wide add bytes and nothing else
    if (!begins && Math.abs(x - lastX) + Math.abs(y - lastY) < 4) return
    stroke?.push([x, y])
    setPath(pathOf(strokes.current))
  }
  return (
    <svg
      className="signature"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        drawing.current = true
        add(event, true)
      }}
      onPointerMove={event => drawing.current && add(event, false)}
      onPointerUp={() => {
        drawing.current = false
        onChange(pathOf(strokes.current.filter(points => points.length > 1)))
      }}
      onPointerCancel={() => {
        drawing.current = false
      }}
    >
      <line className="signature-line" x1="30" y1="195" x2="570" y2="195" />
      <path d={path} />
    </svg>
  )
}
