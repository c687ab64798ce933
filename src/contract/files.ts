/** The kinds of files that may be uploaded, as data: the server's check, the file control and the API's description read it. */

/** Media types by the ending of a file's name, in small letters. */
export const fileTypes = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv'
} as const

export type FileExtension = keyof typeof fileTypes
export type FileType = (typeof fileTypes)[FileExtension]

/** What a photo may be: the kinds that every browser shows. */
export const photoFiles: readonly FileExtension[] = ['jpg', 'jpeg', 'png', 'webp']

/** What a scanned or written document may be. */
export const documentFiles: readonly FileExtension[] = ['pdf', 'jpg', 'jpeg', 'png', 'webp', 'docx', 'xlsx']

/** What an import is read from. */
export const importFiles: readonly FileExtension[] = ['xlsx', 'csv']

// Folder, month, chance and ending.
const blobName = /^[a-z]{1,20}\/\d{4}-\d{2}\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z]{2,5}$/

/** Whether a text has the one shape that names of blobs have; the server makes them (`src/kernel/storage/blob-name.ts`). */
export const isBlobName = (text: string): boolean => blobName.test(text)

/** Longest name of a file, in characters. */
export const maxFileName = 200

// A separator of paths, a control character, or one that changes the direction of text, which can disguise an ending.
const forbidden = /[\p{Cc}\u202A-\u202E\u2066-\u2069/\\]/u

/** Whether a text can be the name of a file: no path, nothing that is not seen. */
export const isFileName = (name: string): boolean =>
  name.trim() !== '' && !/^\.+$/.test(name.trim()) && [...name].length <= maxFileName && !forbidden.test(name)

/** The ending of the name, where it is one of those that may be uploaded. */
export function extensionOf(name: string): FileExtension | undefined {
  const ending = /\.([A-Za-z]{2,5})$/.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && Object.hasOwn(fileTypes, ending) ? (ending as FileExtension) : undefined
}
