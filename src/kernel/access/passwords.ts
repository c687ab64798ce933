/**
 * Password hashes: scrypt, memory-hard, with a salt of its own for each. A hash is a text that carries its parameters,
 *
 *     $scrypt$ln=17,r=8,p=1$<salt>$<key>        (base64 without padding)
 *
 * so that a stronger cost can be chosen any day and old hashes still verify.
 *
 * One hash takes 128 MiB and a third of a second of a core on purpose. Node computes it on its pool of threads, which
 * files and name look-ups share: without a limit many sign-ins at once would block the whole process. So at most as many
 * run at once as there are cores, one thread of the pool always stays free, a bounded queue waits, and when it is
 * full, the answer is 503 at once. The time does not reveal whether an account exists: for an unknown one, a hash that
 * nothing matches is verified at the same cost.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { throwProblem } from '../errors/errors.ts'

export interface Cost {
  /** Binary logarithm of scrypt's N. */
  readonly logN: number
  readonly r: number
  readonly p: number
}

export const strongCost: Cost = { logN: 17, r: 8, p: 1 }
/** Not safe: for tests only. */
export const testCost: Cost = { logN: 4, r: 8, p: 1 }

const keyLength = 32
const saltLength = 16
const waitingMost = 32
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4
const runningMost = Math.max(1, Math.min(availableParallelism(), threads - 1))

let chosen = strongCost
let running = 0
let computed = 0
const waiting: (() => void)[] = []

/** Chooses the cost of new hashes and of the hash that unknown accounts are verified against. */
export function chooseCost(cost: Cost): void {
  chosen = cost
}

/** The queue of hashes in this process, and how many it has computed since its start. */
export const passwordLoad = () => ({ running, waiting: waiting.length, computed })

async function turn(): Promise<void> {
  if (running < runningMost) {
    running += 1
    return
  }
  if (waiting.length >= waitingMost) throwProblem('unavailable', { retryAfter: 2 })
  await new Promise<void>(resolve => waiting.push(resolve))
}

/** Starts the next in the queue, or frees the place. */
function done(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

async function derive(text: string, salt: Buffer, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN
  const options: ScryptOptions = { N, r, p, maxmem: 128 * N * r + 128 * r * p + 1_048_576 }
  await turn()
  try {
    computed += 1
    return await new Promise<Buffer>((resolve, reject) => {
      scrypt(text.normalize('NFKC'), salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
    })
  } finally {
    done()
  }
}

const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

const written = ({ logN, r, p }: Cost, salt: Buffer, key: Buffer): string =>
  `$scrypt$ln=${logN},r=${r},p=${p}$${plain(salt)}$${plain(key)}`

const shape = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/

/** The hash to store. Refuses with 503 when too many wait already. */
export async function hashPassword(text: string): Promise<string> {
  const cost = chosen
  const salt = randomBytes(saltLength)
  return written(cost, salt, await derive(text, salt, cost))
}

/**
 * Whether the text is the password of the hash. Without a hash (unknown account, no password yet) it takes as long and returns
 * false. Throws 503 when too many wait already, and an error for a text that is not a hash.
 */
export async function verifyPassword(text: string, hash: string | null | undefined): Promise<boolean> {
  if (!hash) {
    await derive(text, Buffer.alloc(saltLength), chosen)
    return false
  }
  const [, logN, r, p, salt = '', key = ''] = shape.exec(hash) ?? []
  if (!logN) throw new Error('A stored password hash cannot be read')
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) }
  const expected = Buffer.from(key, 'base64')
  const actual = await derive(text, Buffer.from(salt, 'base64'), cost)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
