/**
 * What a drill is: it breaks one thing under load, and gives figures with their limits. Its control is the same with one guard taken out of
 * the product's sources (or out of the drill's own surroundings) while they are loaded: the named figure must then be outside of its limit, or the
 * drill would see nothing.
 */

export interface Figure {
  readonly what: string
  readonly is: number
  readonly must: '=' | '<=' | '>='
  readonly limit: number
  readonly unit?: string
  /** Depends on how fast the machine is: shown by the short form, and not judged. */
  readonly timed?: boolean
}

export const exactly = (what: string, is: number, limit: number): Figure => ({ what, is, must: '=', limit })
export const none = (what: string, is: number): Figure => exactly(what, is, 0)
export const atLeast = (what: string, is: number, limit: number): Figure => ({ what, is, must: '>=', limit })
export const atMost = (what: string, is: number, limit: number): Figure => ({ what, is, must: '<=', limit })
/** A time in milliseconds, or another figure that depends on the machine. */
export const within = (what: string, is: number, limit: number, unit = 'ms'): Figure => ({
  ...atMost(what, is, limit),
  unit,
  timed: true
})
/** Nothing is asked of it. */
export const seen = (what: string, is: number, unit = ''): Figure => ({
  ...atMost(what, is, Number.POSITIVE_INFINITY),
  unit,
  timed: true
})

export function isMet({ is, must, limit }: Figure): boolean {
  if (must === '=') return is === limit
  return must === '<=' ? is <= limit : is >= limit
}

/** A piece of a source that is replaced while the file is loaded. */
export interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

export interface Circumstances {
  /** Whether the guard is in its place: false in the control. */
  readonly isGuarded: boolean
  /** Within `npm test`: few, quick, and no time is judged. */
  readonly isShort: boolean
  /** How many of something: the whole by the design's figures, scaled by --scale; or few in the short form. */
  many(whole: number, few: number): number
  /** What is taken out of the product; nothing where the guard is in its place. */
  readonly without: readonly Edit[]
  /** A migrated database; it goes with the drill. */
  database(): Promise<string>
  /** Run in reverse when the drill is over, however it ends. */
  after(end: () => unknown): void
}

export interface Drill {
  /** What it shows, in one line. */
  readonly promise: string
  readonly control: {
    /** What is missing in it. */
    readonly without: string
    readonly edits?: readonly Edit[]
    /** The figure that must then be outside of its limit. */
    readonly breaks: string
  }
  /** Of those that `npm test` has in their short form: with their control, or without where that takes long. */
  readonly short?: 'with control' | 'without control'
  /** What this machine lacks for it, as a Debian package. */
  readonly lacks?: () => string | undefined
  run(at: Circumstances): Promise<readonly Figure[]>
}

export interface Outcome {
  readonly figures: readonly Figure[]
  readonly isGood: boolean
}

const written = (number: number): string =>
  Number.isInteger(number) ? number.toLocaleString('en') : number.toFixed(number < 10 ? 2 : 0)

function lineOf(figure: Figure, isJudged: boolean): string {
  const { what, is, must, limit, unit = '' } = figure
  const value = `${what} ${written(is)}${unit && ` ${unit}`}`
  if (!Number.isFinite(limit)) return value
  const wanted = isJudged ? `${must === '=' ? '' : `${must} `}${written(limit)}` : 'not judged'
  return `${isJudged && !isMet(figure) ? 'BROKEN ' : ''}${value} (${wanted})`
}

/** The figures in one line, each against its limit. */
export const linesOf = (figures: readonly Figure[], isShort: boolean): string =>
  figures.map(figure => lineOf(figure, !(isShort && figure.timed))).join(', ')

export interface Given {
  readonly isShort: boolean
  readonly scale: number
  readonly database: () => Promise<{ url: string; drop(): Promise<void> }>
}

/** Runs the drill once, and undoes what it started. */
export async function runDrill(
  drill: Drill,
  isGuarded: boolean,
  { isShort, scale, database }: Given
): Promise<Outcome> {
  const endings: (() => unknown)[] = []
  const after = (end: () => unknown): void => void endings.push(end)
  try {
    const figures = await drill.run({
      isGuarded,
      isShort,
      many: (whole, few) => (isShort ? few : Math.max(few, Math.round(whole * scale))),
      without: isGuarded ? [] : (drill.control.edits ?? []),
      async database() {
        const made = await database()
        after(() => made.drop())
        return made.url
      },
      after
    })
    const judged = figures.filter(({ timed }) => !(isShort && timed))
    if (isGuarded) return { figures, isGood: judged.every(isMet) }
    const broken = figures.find(({ what }) => what === drill.control.breaks)
    if (!broken) throw new Error(`There is no figure “${drill.control.breaks}”`)
    return { figures, isGood: !isMet(broken) }
  } finally {
    for (const end of endings.reverse()) await end()
  }
}
