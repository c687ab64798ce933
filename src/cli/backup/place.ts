/** A place that keeps the files of backups. */
import type { Readable } from 'node:stream'

export interface Place {
  /** For people, without a secret. */
  readonly label: string
  /** Writes a file, over an earlier one of the name. Rejects with the source's own error, and keeps nothing then. */
  write(name: string, source: Readable): Promise<void>
  /** Undefined where there is no such file. */
  read(name: string): Promise<Readable | undefined>
  /** Bytes of the file; undefined where there is none. */
  size(name: string): Promise<number | undefined>
  remove(name: string): Promise<void>
  /** Names of all files. */
  list(): AsyncIterable<string>
}
