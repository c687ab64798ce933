/**
 * The models by which the tables are written: announced uploads, records of files, and links. Fields are camelCase; conditions
 * name columns.
 */
import objection from 'objection'
import type { FileType } from '../../src/contract/files.ts'

const { Model, snakeCaseMappers } = objection

class FilesModel extends Model {
  static override columnNameMappers = snakeCaseMappers()
}

export class Upload extends FilesModel {
  static override tableName = 'files.uploads'
  static override idColumn = 'blob_name'
  declare blobName: string
  declare tokenHash: string | null
  declare accountId: number
  declare sessionId: string
  declare folder: string
  declare subjectId: number | null
  declare originalName: string
  declare contentType: FileType
  declare maxBytes: number
  declare createdAt: Date
  declare expiresAt: Date
  declare startedAt: Date | null
  declare receivedAt: Date | null
  declare size: number | null
  declare sha256: string | null
}

export class StoredFile extends FilesModel {
  static override tableName = 'files.files'
  declare id: number
  declare folder: string
  declare ownerId: number
  declare blobName: string
  declare originalName: string
  declare contentType: string
  declare size: number
  declare sha256: string
  declare createdBy: number
  declare createdAt: Date
}

export class FileLink extends FilesModel {
  static override tableName = 'files.links'
  static override idColumn = 'token_hash'
  declare tokenHash: string
  declare fileId: number
  declare accountId: number
  declare sessionId: string
  declare expiresAt: Date
}
