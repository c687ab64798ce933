/** How fast a part of the register may be called: the register asks programs to keep to a pace, and cuts off those that do not. */
import { setTimeout as pause } from 'node:timers/promises'

export interface PaceOptions {
  /** Calls a second in the long run; as many may also be made at once after a rest. */
  readonly perSecond: number
  /** Milliseconds of a clock that is never set back. */
  readonly clock?: () => number
  readonly wait?: (ms: number) => Promise<unknown>
}

export class Pace {
  readonly #gapMs: number
  readonly #burstMs: number
  readonly #clock: () => number
  readonly #wait: (ms: number) => Promise<unknown>
  /** When the next call would be due if calls came evenly. */
  #due = Number.NEGATIVE_INFINITY

  constructor({ perSecond, clock = () => performance.now(), wait = ms => pause(ms) }: PaceOptions) {
    this.#gapMs = 1000 / perSecond
    this.#burstMs = this.#gapMs * (perSecond - 1)
    this.#clock = clock
    this.#wait = wait
  }

  /** Takes the next place in the row. @returns milliseconds until it may be used */
  reserve(): number {
    const now = this.#clock()
    const due = Math.max(this.#due, now)
    this.#due = due + this.#gapMs
    return Math.max(0, due - this.#burstMs - now)
  }

  /** Waits until the next call may be made. */
  async turn(): Promise<void> {
    const ms = this.reserve()
    if (ms > 0) await this.#wait(ms)
  }
}
