/**
 * How many rows of security events somebody may cause: a bucket that refills slowly, for each account, each network, and all strangers
 * together. What exceeds it is counted and not listed one by one, so that nobody can fill the table or the log.
 */
interface Bucket {
  tokens: number
  /** When `tokens` was right, in milliseconds of the given clock. */
  at: number
}

interface Rate {
  readonly burst: number
  readonly perMinute: number
}

export const budgets = {
  account: { burst: 120, perMinute: 10 },
  network: { burst: 30, perMinute: 2 },
  strangers: { burst: 600, perMinute: 10 }
} as const satisfies Record<string, Rate>

const maxBuckets = 10_000

export interface Budget {
  /** Takes one row from the bucket of an account, or from those of a network and of all strangers. False: there is none left. */
  take(who: { readonly accountId: number | null; readonly network: string | null }, now: number): boolean
}

export function openBudget(): Budget {
  const buckets = new Map<string, Bucket>()
  const filled = (key: string, { burst, perMinute }: Rate, now: number): Bucket => {
    const known = buckets.get(key)
    // Set anew each time, so that the map is in the order of use and the one unused for longest is dropped.
    buckets.delete(key)
    const tokens = known ? Math.min(burst, known.tokens + ((now - known.at) / 60_000) * perMinute) : burst
    const bucket = { tokens, at: now }
    buckets.set(key, bucket)
    const [oldest] = buckets.keys()
    if (buckets.size > maxBuckets && oldest !== undefined) buckets.delete(oldest)
    return bucket
  }
  return {
    take({ accountId, network }, now) {
      const needed =
        accountId === null
          ? [filled('strangers', budgets.strangers, now), filled(`network ${network}`, budgets.network, now)]
          : [filled(`account ${accountId}`, budgets.account, now)]
      if (needed.some(({ tokens }) => tokens < 1)) return false
      for (const bucket of needed) bucket.tokens -= 1
      return true
    }
  }
}
