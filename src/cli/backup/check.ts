/** Whether a backup is whole: every file of its manifest is read and compared, without any database. */
import type { Readable } from 'node:stream'
import { measure } from './make.ts'
import type { Manifest, Part } from './manifest.ts'
import type { Place } from './place.ts'

export interface Flaw {
  readonly name: string
  readonly kind: 'absent' | 'damaged'
}

async function flawOf(place: Place, { name, bytes, sha256 }: Part): Promise<Flaw | undefined> {
  const source = await place.read(name)
  if (!source) return { name, kind: 'absent' }
  const measured = measure()
  await drain(source, measured.through)
  return measured.bytes() === bytes && measured.sha256() === sha256 ? undefined : { name, kind: 'damaged' }
}

async function drain(source: Readable, through: NodeJS.ReadWriteStream): Promise<void> {
  for await (const _ of source.pipe(through)) {
    // measured on its way
  }
}

/** Reads everything that the manifest names, and gives what is absent or another. */
export async function flawsOf(place: Place, { database, files }: Manifest): Promise<Flaw[]> {
  const flaws: Flaw[] = []
  for (const part of [database, ...files]) {
    const flaw = await flawOf(place, part)
    if (flaw) flaws.push(flaw)
  }
  return flaws
}

export const flawText = ({ name, kind }: Flaw): string =>
  kind === 'absent' ? `${name} is not there.` : `${name} is damaged: it is not what was written.`
