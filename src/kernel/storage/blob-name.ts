/**
 * Names of blobs are made here and nowhere else: folder, month, chance and an ending, such as
 * `documents/2026-11/0b6c….pdf`. Nothing that a caller has written is part of them.
 */
import { randomUUID } from 'node:crypto'
import { type FileExtension, isBlobName } from '../../contract/files.ts'

export const newBlobName = (folder: string, extension: FileExtension, now: Date): string =>
  `${folder}/${now.toISOString().slice(0, 7)}/${randomUUID()}.${extension}`

/** Throws for a name that was not made here. Every store calls this first. */
export function requireBlobName(name: string): string {
  if (!isBlobName(name)) throw new Error('This is no name of a blob')
  return name
}
