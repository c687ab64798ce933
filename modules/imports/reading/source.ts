/** The bytes of a file, as the store gives them. */
import type { Readable } from 'node:stream'
import type { Storage } from '../../../src/kernel/storage/storage.ts'
import { throwImportError } from '../errors.ts'

export interface Source {
  readonly size: number
  /** A part of the file; without it, all. `end` is the last byte. */
  read(range?: { readonly start: number; readonly end: number }): Promise<Readable>
}

export async function sourceOf(storage: Storage, name: string): Promise<Source> {
  const facts = await storage.facts(name)
  return {
    size: facts?.size ?? 0,
    read: async range => (await storage.read(name, range)) ?? throwImportError('fileGone')
  }
}
