/**
 * Uploads the files of a field, one at a time, so that on a slow connection the first ones arrive soon. It lives outside React, is read by
 * `useSyncExternalStore`, and writes the field's value at each change. If the folder changes with the form's values (because another
 * company was chosen), the files are uploaded again.
 */
import type { Upload } from '../../../src/contract/form.ts'
import { translate } from '../../i18n.ts'
import type { Values } from './formValues.ts'
import { folderOf, UploadFailure, uploadFile } from './upload.ts'
import { blobNamesIn, type Item, nextItems, type UploadEvent } from './uploads.ts'

/** What the store needs of a form: final-form's `FormApi` has it. */
interface FormOfUploads {
  readonly getState: () => { readonly values: Values }
  readonly subscribe: (onChange: () => void, subscription: { readonly values: true }) => () => void
}

/** Files that this page has uploaded, by the names of their blobs, so that a form that is drawn again can name them. */
const sentFiles = new Map<string, File>()
let lastKey = 0

const newItem = (item: Omit<Item, 'key'>): Item => {
  lastKey += 1
  return { key: lastKey, ...item }
}

const sentItem = (blobName: string): Item => {
  const file = sentFiles.get(blobName)
  return newItem({ ...(file ? { file } : {}), state: 'done', share: 1, blobName })
}

export class UploadStore {
  private readonly upload: Upload | undefined
  private readonly valueFrom: (items: readonly Item[]) => unknown
  private items: readonly Item[]
  private running: { readonly key: number; readonly abort: AbortController } | undefined
  private folder = ''
  private write: (value: unknown) => void = () => undefined
  private readonly listeners = new Set<() => void>()

  /**
   * @param value the field's value, of which the names of blobs are known to be uploaded
   * @param valueFrom the field's value with these items
   */
  constructor(upload: Upload | undefined, value: unknown, valueFrom: (items: readonly Item[]) => unknown) {
    this.upload = upload
    this.valueFrom = valueFrom
    this.items = blobNamesIn(value).map(sentItem)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly current = (): readonly Item[] => this.items

  /** Follows the folder in the form's values, and writes the field's value by `write`. Returns a function that ends this. */
  connect(form: FormOfUploads, write: (value: unknown) => void): () => void {
    this.write = write
    const { upload } = this
    if (upload) this.folder = folderOf(upload, form.getState().values)
    const unsubscribe = form.subscribe(
      () => {
        const folder = upload ? folderOf(upload, form.getState().values) : ''
        if (folder === this.folder) return
        this.folder = folder
        if (this.items.some(({ file }) => file)) this.moveAll()
      },
      { values: true }
    )
    return () => {
      unsubscribe()
      this.stop()
    }
  }

  /** Adds files. Returns how many were left out, because there would be more than `max`. */
  add(files: readonly File[], max: number): number {
    const some = files.slice(0, Math.max(0, max - this.items.length))
    this.put({ kind: 'chosen', items: some.map(file => newItem({ file, state: 'waiting', share: 0 })) })
    this.sendNext()
    return files.length - some.length
  }

  /** Puts a file in the place of all others. */
  replace(file: File): void {
    this.stop()
    this.items = []
    this.add([file], 1)
  }

  remove(key: number): void {
    if (this.running?.key === key) this.stop()
    this.put({ kind: 'removed', key })
    this.sendNext()
  }

  repeat(key: number): void {
    this.put({ kind: 'repeated', key })
    this.sendNext()
  }

  private moveAll(): void {
    this.stop()
    this.put({ kind: 'moved' })
    this.sendNext()
  }

  private put(event: UploadEvent): void {
    const before = JSON.stringify(this.valueFrom(this.items))
    this.items = nextItems(this.items, event)
    const value = this.valueFrom(this.items)
    for (const listener of this.listeners) listener()
    if (before !== JSON.stringify(value)) this.write(value)
  }

  private stop(): void {
    this.running?.abort.abort()
    this.running = undefined
  }

  private sendNext(): void {
    const next = this.running ? undefined : this.items.find(({ state }) => state === 'waiting')
    if (next?.file) void this.send(next.key, next.file)
  }

  private async send(key: number, file: File): Promise<void> {
    const abort = new AbortController()
    const { signal } = abort
    this.running = { key, abort }
    this.put({ kind: 'sending', key, share: 0 })
    const onProgress = (share: number): void => {
      if (this.running?.abort === abort) this.put({ kind: 'sending', key, share })
    }
    let event: UploadEvent
    try {
      const blobName = await uploadFile({
        file,
        folder: this.folder,
        types: this.upload?.types ?? [],
        signal,
        onProgress
      })
      sentFiles.set(blobName, file)
      event = { kind: 'sent', key, blobName }
    } catch (error) {
      if (signal.aborted) return
      event = { kind: 'failed', key, failure: failureOf(error) }
    }
    if (signal.aborted) return
    this.running = undefined
    this.put(event)
    this.sendNext()
  }
}

const failureOf = (error: unknown) =>
  error instanceof UploadFailure
    ? { text: error.message, again: !error.isFinal }
    : { text: translate('parts.file.failed'), again: true }
