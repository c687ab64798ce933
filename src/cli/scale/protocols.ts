/**
 * What a scale sends, read from the bytes of its connection: each protocol cuts them into frames and says what a frame means. Bytes come in
 * any pieces; what is no frame is skipped up to where the next one can begin. Masses are kilograms.
 */

export interface ScaleFrame {
  /** What came, as text, to be kept with the reading. */
  readonly raw: string
  /** Kilograms; undefined where the frame has no mass that counts: motion without a mass, overload, a mass below zero, another unit. */
  readonly weight?: number
  readonly isStable: boolean
  /** Why there is no mass. */
  readonly problem?: 'overload' | 'negative' | 'unit' | 'busy'
}

export interface ScaleReader {
  /** The frames that end in this piece. */
  push(piece: Buffer): ScaleFrame[]
}

export interface Protocol {
  /** What is sent to the scale to have it answer, again and again; nothing for a scale that sends by itself. */
  readonly question?: string
  reader(): ScaleReader
}

const [stx, cr] = [0x02, 0x0d]
/** STX, three status words, six digits of mass, six of tare, CR. */
const toledoLength = 17
/** What the three lowest bits of the first status word make of the digits: tens and hundreds, or so many decimals. */
const decimalPoints = [100, 10, 1, 0.1, 0.01, 0.001, 0.000_1, 0.000_01]

/**
 * Mettler-Toledo continuous output. The mass that the scale shows may be net of a tare that was set on it: the two together are what stands
 * on the platform.
 * @param hasChecksum whether each frame is followed by the two's complement of the sum of its bytes, in seven bits
 */
export const toledo = (hasChecksum: boolean): Protocol => ({
  reader() {
    let kept = Buffer.alloc(0)
    const length = toledoLength + (hasChecksum ? 1 : 0)
    return {
      push(piece) {
        kept = Buffer.concat([kept, piece])
        const frames: ScaleFrame[] = []
        for (;;) {
          const start = kept.indexOf(stx)
          kept = start < 0 ? Buffer.alloc(0) : kept.subarray(start)
          if (kept.length < length) return frames
          const frame = toledoFrame(kept.subarray(0, length), hasChecksum)
          if (frame) frames.push(frame)
          kept = kept.subarray(frame ? length : 1)
        }
      }
    }
  }
})

function toledoFrame(bytes: Buffer, hasChecksum: boolean): ScaleFrame | undefined {
  const digits = bytes.toString('latin1', 4, 16)
  if (bytes[toledoLength - 1] !== cr || !/^[ \d]{5}\d[ \d]{6}$/.test(digits)) return undefined
  if (hasChecksum && bytes.reduce((sum, byte) => sum + byte, 0) % 128 !== 0) return undefined
  const [, a = 0, b = 0] = bytes
  const unit = decimalPoints[a & 7] ?? 1
  const [isNet, isNegative, isOver, isMoving, isKilograms] = [1, 2, 4, 8, 16].map(bit => (b & bit) !== 0)
  const raw = bytes.toString('latin1', 1, 16).trim()
  const isStable = !isMoving
  if (isOver) return { raw, isStable, problem: 'overload' }
  if (!isKilograms) return { raw, isStable, problem: 'unit' }
  const shown = Number(digits.slice(0, 6)) * (isNegative ? -1 : 1)
  const weight = (shown + (isNet ? Number(digits.slice(6)) : 0)) * unit
  return weight < 0 ? { raw, isStable, problem: 'negative' } : { raw, isStable, weight: Math.round(weight) }
}

const kilogramsOf: Readonly<Record<string, number>> = { kg: 1, g: 0.001, t: 1_000 }

/** A mass in a unit, as kilograms. */
function massOf(raw: string, isStable: boolean, text: string, unit: string): ScaleFrame {
  const factor = kilogramsOf[unit.toLowerCase()]
  const value = Number(text.replaceAll(' ', '').replace(',', '.'))
  if (factor === undefined || Number.isNaN(value)) return { raw, isStable, problem: 'unit' }
  return value < 0 ? { raw, isStable, problem: 'negative' } : { raw, isStable, weight: Math.round(value * factor) }
}

/** A line longer than this is none: what came of it is dropped. */
const longestLine = 1_000

/** Lines that end in CR, LF or both. */
function lines(frameOf: (line: string) => ScaleFrame | undefined): ScaleReader {
  let kept = ''
  return {
    push(piece) {
      const parts = (kept + piece.toString('latin1')).split(/[\r\n]+/)
      const last = parts.pop() ?? ''
      kept = last.length > longestLine ? '' : last
      return parts.flatMap(line => frameOf(line.trim()) ?? [])
    }
  }
}

/** MT-SICS: asked for the mass at once, the scale answers `S S 12.34 kg` when it stands still, `S D 12.31 kg` while it moves. */
export const sics: Protocol = {
  question: 'SI\r\n',
  reader: () =>
    lines(raw => {
      const [, state = '', mass = '', unit = ''] = /^S\s+([SDI+-])(?:\s+(-?\s*[\d.]+)\s*(\w+))?$/.exec(raw) ?? []
      if (state === '+') return { raw, isStable: false, problem: 'overload' }
      if (state === '-') return { raw, isStable: false, problem: 'negative' }
      if (state === 'I') return { raw, isStable: false, problem: 'busy' }
      return mass === '' ? undefined : massOf(raw, state === 'S', mass, unit)
    })
}

/**
 * A line that a pattern describes, for scales of other makers. Its group `weight` is the mass, `unit` its unit (kilograms without it); with a
 * group `stable` a line is stable if that took part in the match, else every line is.
 */
export const line = (pattern: RegExp): Protocol => {
  const saysStable = pattern.source.includes('(?<stable>')
  return {
    reader: () =>
      lines(raw => {
        const groups = pattern.exec(raw)?.groups
        if (!groups?.weight) return undefined
        return massOf(raw, !saysStable || groups.stable !== undefined, groups.weight, groups.unit ?? 'kg')
      })
  }
}
