/** The map's types of tiles, pure functions: which one is shown, whom its credits name, and whether its tiles come at all. */
import type { MapData } from '../../../modules/iot/map.ts'

export type MapType = MapData['mapTypes'][number]

/** What a person may choose: a type of tiles, or the built-in outline. */
export type MapChoice = MapType['name'] | 'outline'

/** The chosen type where it is on offer, else the default one; undefined: the outline. */
export function typeOf(types: readonly MapType[], chosen: string | null): MapType | undefined {
  return chosen === 'outline' ? undefined : (types.find(({ name }) => name === chosen) ?? types[0])
}

export interface Credit {
  readonly text: string
  readonly href?: string
}

/** `© Jan <https://example.com>, Anna` → a link named `© Jan`, and the text `, Anna`. */
export function creditsOf(attribution: string): readonly Credit[] {
  const credits: Credit[] = []
  let rest = attribution
  for (let link = nextLink(rest); link; link = nextLink(rest)) {
    credits.push({ text: link.text, href: link.href })
    rest = rest.slice(link.length)
  }
  return rest ? [...credits, { text: rest }] : credits
}

function nextLink(text: string) {
  const match = /^([^<>]*?)\s*<(https?:\/\/[^<>\s]+)>/.exec(text)
  return match?.[1] && match[2] ? { text: match[1], href: match[2], length: match[0].length } : undefined
}

/** A map without tiles for so long shows the outline. */
export const patienceMs = 2000

/**
 * Whether tiles come: fed with the events of the tile layer, it tells when the outline must take their place, and when it need
 * not any more. The outline comes when no tile has for two seconds, or at once when every tile that was asked for has failed.
 */
export class TileWatch {
  private timer: ReturnType<typeof setTimeout> | undefined
  private hasCome = false
  private readonly onMissing: (missing: boolean) => void

  constructor(onMissing: (missing: boolean) => void) {
    this.onMissing = onMissing
  }

  /** Tiles have been asked for. */
  asked(): void {
    this.hasCome = false
    this.timer ??= setTimeout(() => this.missing(), patienceMs)
  }

  came(): void {
    this.hasCome = true
    this.stop()
    this.onMissing(false)
  }

  /** Every tile that was asked for has come or failed. */
  ended(): void {
    if (!this.hasCome) this.missing()
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private missing(): void {
    this.stop()
    this.onMissing(true)
  }
}
