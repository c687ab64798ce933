/** The register's access tokens: one for each place, kept until shortly before it expires. */
import type { RegisterAnswer } from './register.ts'

export interface GivenToken {
  readonly token: string
  readonly seconds: number
}

/** So long before its end a token is not used any more, but for at most half its life. */
const reserveSeconds = 60

export class Tokens {
  readonly #ask: (place: string) => Promise<RegisterAnswer<GivenToken>>
  readonly #now: () => Date
  readonly #kept = new Map<string, { readonly token: string; readonly until: number }>()
  /** Calls that need the same token at the same time ask once. */
  readonly #asked = new Map<string, Promise<RegisterAnswer<string>>>()

  constructor(ask: (place: string) => Promise<RegisterAnswer<GivenToken>>, now: () => Date) {
    this.#ask = ask
    this.#now = now
  }

  async of(place: string): Promise<RegisterAnswer<string>> {
    const kept = this.#kept.get(place)
    if (kept && kept.until > this.#now().getTime()) return { kind: 'ok', value: kept.token }
    const asked = this.#asked.get(place) ?? this.#anew(place).finally(() => this.#asked.delete(place))
    this.#asked.set(place, asked)
    return asked
  }

  /** The register does not take the token any more. One that was given meanwhile is kept. */
  drop(place: string, token: string): void {
    if (this.#kept.get(place)?.token === token) this.#kept.delete(place)
  }

  async #anew(place: string): Promise<RegisterAnswer<string>> {
    const since = this.#now().getTime()
    const answer = await this.#ask(place)
    if (answer.kind !== 'ok') return answer
    const { token, seconds } = answer.value
    this.#kept.set(place, { token, until: since + 1000 * Math.max(seconds / 2, seconds - reserveSeconds) })
    return { kind: 'ok', value: token }
  }
}
