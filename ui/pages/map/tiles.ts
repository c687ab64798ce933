/** Pure functions for the types of tiles: which type is shown, what its credits are, and whether its tiles can be loaded. */
import type { MapData } from '../../../modules/iot/map.ts'

export type MapType = MapData['mapTypes'][number]

/** The choices of a person: a type of tiles, or the built-in outline. */
export type MapChoice = MapType['name'] | 'outline'

/** The chosen type if the installation offers it, or else the default type; undefined for the outline. */
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

/** After this time without tiles, in milliseconds, the map shows the outline. */
export const patienceMs = 2000

/**
 * Finds out from the events of the tile layer when the outline must replace the tiles, and when this is no longer needed. The outline
 * is shown after two seconds without any tile, or immediately after all requested tiles have failed.
 */
export class TileWatch {
  private timer: ReturnType<typeof setTimeout> | undefined
  private hasCome = false
  private onMissing: (missing: boolean) => void = () => undefined

  /** @param onMissing called with whether the outline must replace the tiles */
  begin(onMissing: (missing: boolean) => void): void {
    this.onMissing = onMissing
  }

  /** Tiles have been requested. */
  asked(): void {
    this.hasCome = false
    this.timer ??= setTimeout(() => this.missing(), patienceMs)
  }

  came(): void {
    this.hasCome = true
    this.stop()
    this.onMissing(false)
  }

  /** All requested tiles have been loaded or have failed. */
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
