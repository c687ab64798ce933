/**
 * A small seeded source of chance (sfc32). The same seed and name give the same sequence on every machine and runtime.
 *
 * `fork(name)` starts an independent sequence that depends on the seed and the path of names alone, never on how many
 * numbers were drawn before: a new entity in the demo business therefore does not change the existing ones.
 */
export interface Random {
  /** A number in [0, 1). */
  next: () => number
  /** A whole number in [low, high], both included. */
  int: (low: number, high: number) => number
  /** True with the given probability (0 to 1). */
  chance: (probability: number) => boolean
  /** One of the values, each equally likely. Throws a RangeError when there is none. */
  pick: <T>(values: readonly T[]) => T
  /** One of the values, likely in proportion to its weight (0 or more). Throws a RangeError when there is none. */
  weighted: <T>(values: readonly T[], weight: (value: T) => number) => T
  /** A normally distributed number. */
  normal: (mean: number, deviation: number) => number
  /** `count` decimal digits. */
  digits: (count: number) => string
  /** The values in another order; the argument stays as it is. */
  shuffle: <T>(values: readonly T[]) => T[]
  /** An independent sequence, named. */
  fork: (name: string | number) => Random
}

/** A sequence for a seed. Seeds that print the same give the same sequence. */
export function createRandom(seed: number | string): Random {
  return fromPath(String(seed))
}

function fromPath(path: string): Random {
  const next = sfc32(path)
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new RangeError('pick: no values')
    return values[Math.floor(next() * values.length)] as T
  }
  return {
    next,
    int,
    chance: probability => next() < probability,
    pick,
    weighted: (values, weight) => pick1(values, weight, next()),
    normal: (mean, deviation) => {
      const radius = Math.sqrt(-2 * Math.log(1 - next()))
      return mean + deviation * radius * Math.cos(2 * Math.PI * next())
    },
    digits: count => Array.from({ length: count }, () => int(0, 9)).join(''),
    shuffle: values => {
      const copy = [...values]
      for (let i = copy.length - 1; i > 0; i--) {
        const j = int(0, i)
        const last = copy[i] as (typeof copy)[number]
        copy[i] = copy[j] as (typeof copy)[number]
        copy[j] = last
      }
      return copy
    },
    fork: name => fromPath(`${path}/${name}`)
  }
}

function pick1<T>(values: readonly T[], weight: (value: T) => number, at: number): T {
  let total = 0
  for (const value of values) total += weight(value)
  if (!(total > 0)) throw new RangeError('weighted: no values, or no weight')
  let rest = at * total
  for (const value of values) {
    rest -= weight(value)
    if (rest < 0) return value
  }
  return values[values.length - 1] as T
}

/**
 * A chooser for many draws from one weighted list: binary search instead of a walk.
 * Throws a RangeError when there is no value or no weight.
 */
export function chooser<T>(values: readonly T[], weight: (value: T) => number): (random: Random) => T {
  let total = 0
  const sums = values.map(value => (total += weight(value)))
  if (!(total > 0)) throw new RangeError('chooser: no values, or no weight')
  return random => {
    const at = random.next() * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) > at) high = middle
      else low = middle + 1
    }
    return values[low] as T
  }
}

/** sfc32 by Chris Doty-Humphrey (public domain), its state filled from an FNV-1a style hash of the text. */
function sfc32(text: string): () => number {
  const word = (salt: number): number => {
    let hash = 0x811c9dc5 ^ salt
    for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return (hash ^ (hash >>> 16)) | 0
  }
  let a = word(0x9e3779b9)
  let b = word(0x243f6a88)
  let c = word(0xb7e15162)
  let counter = 1
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return (sum >>> 0) / 4294967296
  }
  for (let i = 0; i < 12; i++) next()
  return next
}
