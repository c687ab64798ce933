/**
 * Where files are kept: a folder of this machine (`disk.ts`) or Azure Blob Storage (`azure.ts`), by the setting
 * STORAGE_URL. Both behave alike: a blob is written completely or not at all, never over another, and is named by the server
 * alone (`blob-name.ts`). What a file is called, whose it is and who may fetch it is recorded in the database
 * (`modules/files`); a blob without a record is removed after a day.
 *
 * A browser sends a file straight to the store with a key that can create exactly one blob. With the folder that is a PUT
 * to this server (`PUT /api/Storage/blobs/…`), with Azure a PUT to Azure, with the same headers and the same answer 201.
 */
import type { Readable } from 'node:stream'

/** Where a browser sends one blob: PUT `{blobUri}/{container}/{blobName}?{sasKey}`. */
export interface UploadAccess {
  readonly blobUri: string
  readonly sasKey: string
}

export interface BlobFacts {
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

/** Bytes of a blob: from `start` to `end`, both included; the whole by default. */
export interface Range {
  readonly start: number
  readonly end: number
}

export interface WriteLimits {
  readonly maxBytes: number
  /** Ends the writing; nothing is kept then. */
  readonly signal?: AbortSignal
}

export interface Storage {
  /** First part of every address; on the disk there is only one. */
  readonly container: string
  /** Origin that browsers send files to; undefined where that is this server. */
  readonly uploadOrigin: string | undefined
  /** A permission to create this one blob, until then; undefined where this server takes uploads itself. */
  uploadAccess(name: string, expiresAt: Date): Promise<UploadAccess | undefined>
  /**
   * Writes a blob. It is there whole once this resolves, and not at all when it rejects.
   * @throws kernel.tooLarge past `maxBytes`; kernel.taken where there is a blob of this name; the source's own error
   */
  write(name: string, source: Readable, limits: WriteLimits): Promise<void>
  /** Undefined where there is no such blob. */
  facts(name: string): Promise<BlobFacts | undefined>
  /** Undefined where there is no such blob. The stream ends by itself, or its reader destroys it. */
  read(name: string, range?: Range): Promise<Readable | undefined>
  /** Removes a blob; no error if there is none. */
  remove(name: string): Promise<void>
  /** Names of all blobs, in no order. */
  list(): AsyncIterable<string>
  /** Removes the leftovers of interrupted writes from before that time. */
  removeUnfinished(before: Date): Promise<void>
}
