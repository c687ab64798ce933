/**
 * Names of blobs are made here and nowhere else: folder, month, chance and an ending, such as
 * `documents/2026-11/0b6c….pdf`. Nothing that a caller has written is part of them.
 */
import { randomUUID } from 'node:crypto'
import type { FileExtension } from '../../contract/files.ts'

const shape = /^[a-z]{1,20}\/\d{4}-\d{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{2,5}$/

export const newBlobName = (folder: string, extension: FileExtension, now: Date): string =>
  `${folder}/${now.toISOString().slice(0, 7)}/${randomUUID()}.${extension}`

export const isBlobName = (text: string): boolean => shape.test(text)

/** Throws for a name that was not made here. Every store asks this first, whoever calls it. */
export function requireBlobName(name: string): string {
  if (!isBlobName(name)) throw new Error('This is no name of a blob')
  return name
}
