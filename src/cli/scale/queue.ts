/** Readings that are not sent yet, each a file of its own: one that is there is whole, survives a power cut, and is taken away once it is stored. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface QueuedReading {
  /** By which the server stores it once. */
  readonly key: string
  /** Kilograms. */
  readonly weight: number
  /** ISO 8601 in UTC. */
  readonly at: string
  readonly raw: string
}

export interface ReadingQueue {
  /** Resolves when the reading is on the disk. */
  add(reading: Omit<QueuedReading, 'key'>): Promise<void>
  /** The oldest. */
  first(most: number): Promise<QueuedReading[]>
  remove(readings: readonly QueuedReading[]): Promise<void>
}

const ending = '.json'

export async function openQueue(folder: string): Promise<ReadingQueue> {
  await mkdir(folder, { recursive: true })
  const nameOf = ({ at, key }: QueuedReading): string => `${at.replaceAll(':', '-')} ${key}${ending}`
  const sync = async (path: string): Promise<void> => {
    const handle = await open(path, 'r')
    await handle.sync().finally(() => handle.close())
  }
  return {
    async add(reading) {
      const whole = { key: randomUUID(), ...reading }
      const name = join(folder, nameOf(whole))
      const file = await open(`${name}.new`, 'w')
      await file.writeFile(JSON.stringify(whole))
      await file.sync().finally(() => file.close())
      await rename(`${name}.new`, name)
      await sync(folder)
    },
    async first(most) {
      const names = (await readdir(folder)).filter(name => name.endsWith(ending)).sort()
      return Promise.all(
        names.slice(0, most).map(async name => JSON.parse(await readFile(join(folder, name), 'utf8')) as QueuedReading)
      )
    },
    async remove(readings) {
      for (const reading of readings) await unlink(join(folder, nameOf(reading)))
    }
  }
}
