/**
 * Uploads a file from the browser to the blob store: first a key is requested from the server, then the file is sent to the key's
 * address. The second call is an XMLHttpRequest, because fetch does not report the progress of an upload.
 */

import { extensionOf } from '../../../src/contract/files.ts'
import type { Upload } from '../../../src/contract/form.ts'
import { valueAt } from '../../../src/contract/paths.ts'
import { ApiProblem } from '../../api.ts'
import { translate } from '../../i18n.ts'
import { read } from '../../query.ts'
import type { Values } from './formValues.ts'
import { smallerPhoto, takesPhotos } from './photo.ts'

/** Why a file was not uploaded, as a sentence for the person. */
export class UploadFailure extends Error {
  /** The file itself was refused, so sending it again would not help. */
  readonly isFinal: boolean
  constructor(message: string, { isFinal = false } = {}) {
    super(message)
    this.isFinal = isFinal
  }
}

interface Key {
  readonly blobUri: string
  readonly blobName: string
  readonly container: string
  readonly sasKey: string
  readonly contentType: string
  readonly maxBytes: number
}

/** The folder with its `{field}`s filled in; a part that is blank is left out. */
export const folderOf = ({ folder }: Upload, values: Values): string =>
  folder.replace(/\/?\{([^}]+)\}/g, (part, name: string) => {
    const value = valueAt(values, name)
    return value === undefined || value === null || value === '' ? '' : part.replace(/\{.*\}/, String(value))
  })

export interface Sending {
  readonly file: File
  readonly folder: string
  readonly types: Upload['types']
  readonly signal: AbortSignal
  /** Called with the share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

/** Uploads the file and returns the name of its blob. Throws `UploadFailure`, or the signal's reason if it was aborted. */
export async function uploadFile({ file: chosen, folder, types, signal, onProgress }: Sending): Promise<string> {
  const extension = extensionOf(chosen.name)
  if (!extension || !types.includes(extension))
    throw new UploadFailure(translate('parts.file.type', { types: types.join(', ') }), { isFinal: true })
  const file = takesPhotos(types) ? await smallerPhoto(chosen) : chosen
  const key = await keyFor(file.name, folder, signal)
  if (file.size > key.maxBytes)
    throw new UploadFailure(translate('parts.file.tooLarge', { max: Math.floor(key.maxBytes / 1_048_576) }), {
      isFinal: true
    })
  await put(key, file, signal, onProgress)
  return key.blobName
}

async function keyFor(fileName: string, folder: string, signal: AbortSignal): Promise<Key> {
  try {
    return (await read('/api/Storage/access-token', { fileName, folder }, { signal })).data
  } catch (error) {
    throw error instanceof ApiProblem ? new UploadFailure(error.detail) : error
  }
}

/** Status codes that refuse the file itself: too large, or of another type than its name says. */
const ofTheFile: ReadonlySet<number> = new Set([413, 415])

const put = (key: Key, file: File, signal: AbortSignal, onProgress: (share: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (sentence?: string, isFinal = false): void =>
      reject(new UploadFailure(sentence ?? translate('parts.file.failed'), { isFinal }))
    request.open('PUT', `${key.blobUri}/${key.container}/${key.blobName}?${key.sasKey}`)
    request.setRequestHeader('x-ms-blob-type', 'BlockBlob')
    request.setRequestHeader('Content-Type', key.contentType)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const { status, responseText } = request
      if (status === 201) resolve()
      else fail(detailOf(responseText), ofTheFile.has(status))
    }
    request.onerror = () => fail()
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) reject(signal.reason)
    else request.send(file)
  })

/** The sentence of this server's refusal; undefined for Azure's XML, which has no sentence for people. */
function detailOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { detail?: string }).detail
  } catch {
    return undefined
  }
}
