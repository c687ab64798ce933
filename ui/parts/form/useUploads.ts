/**
 * Files that are uploaded one after the other as they are added. The field's value has the blob's name of each uploaded file, and for
 * each of the others a text that the form's check refuses, so that no form is sent without a file that it shows.
 */
import { useEffect, useRef, useState } from 'react'
import { isBlobName } from '../../../src/contract/files.ts'
import type { Upload } from '../../../src/contract/form.ts'
import { useText } from '../../i18n.ts'
import { UploadFailure, uploadFile } from './upload.ts'

export interface Item {
  /** Identifies the item within this page. */
  readonly key: number
  /** Unknown for a file of a draft restored after a reload. */
  readonly file?: File
  /** For an image: the address of a preview, valid within this page. */
  readonly preview?: string
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  /** The share that has been sent, from 0 to 1. */
  readonly share: number
  readonly blobName?: string
  /** Why the upload failed; `again`: whether another attempt may succeed. */
  readonly failure?: { readonly text: string; readonly again: boolean }
}

/** The value in place of a file that is not uploaded yet. */
const underway = 'uploading'

/** The field's value; undefined if there are no files. */
export const namesOf = (items: readonly Item[]): string[] | undefined =>
  items.length === 0 ? undefined : items.map(({ blobName }) => blobName ?? underway)

/** Files that this page has uploaded, so that a form that is drawn again can name them. */
const sent = new Map<string, File>()
let lastKey = 0
const nextKey = (): number => {
  lastKey += 1
  return lastKey
}

const previewOf = (file: File | undefined): { preview?: string } =>
  file?.type.startsWith('image/') ? { preview: URL.createObjectURL(file) } : {}

/** The items of a value, without files that were not uploaded yet when the value was stored in a draft. */
const itemsOf = (value: unknown): Item[] =>
  (Array.isArray(value) ? value : []).filter(isBlobName).map(blobName => {
    const file = sent.get(blobName)
    return { key: nextKey(), ...(file ? { file } : {}), ...previewOf(file), state: 'done', share: 1, blobName }
  })

interface Options {
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly types: Upload['types']
  /** The folder of the blob store. When it changes, the files are uploaded again. */
  readonly folder: string
  readonly max: number
}

export function useUploads({ value, onChange, types, folder, max }: Options) {
  const t = useText()
  const [items, setItems] = useState(() => itemsOf(value))
  const current = useRef(items)
  const running = useRef<{ readonly key: number; readonly abort: AbortController }>(undefined)
  const latest = useRef({ onChange, folder })
  latest.current = { onChange, folder }

  const put = (next: readonly Item[]): void => {
    const [before, after] = [namesOf(current.current), namesOf(next)]
    current.current = [...next]
    setItems([...next])
    if (JSON.stringify(before) !== JSON.stringify(after)) latest.current.onChange(after)
  }
  const change = (key: number, changed: Partial<Item>): void =>
    put(current.current.map(item => (item.key === key ? { ...item, ...changed } : item)))

  const send = async ({ key, file }: Item & { readonly file: File }): Promise<void> => {
    const abort = new AbortController()
    running.current = { key, abort }
    change(key, { state: 'sending', share: 0 })
    const { signal } = abort
    const onProgress = (share: number): void => {
      if (!signal.aborted) change(key, { share })
    }
    try {
      const blobName = await uploadFile({ file, folder: latest.current.folder, types, signal, onProgress })
      if (signal.aborted) return
      sent.set(blobName, file)
      change(key, { state: 'done', share: 1, blobName })
    } catch (error) {
      if (signal.aborted) return
      const failure =
        error instanceof UploadFailure
          ? { text: error.message, again: !error.isFinal }
          : { text: t('parts.file.failed'), again: true }
      change(key, { state: 'failed', failure })
    }
    running.current = undefined
    sendNext()
  }
  /** Uploads one file at a time, so that on a slow connection the first ones arrive soon. */
  const sendNext = (): void => {
    if (running.current) return
    const next = current.current.find(item => item.state === 'waiting')
    if (next?.file) void send({ ...next, file: next.file })
  }
  const stop = (key?: number): void => {
    if (key !== undefined && running.current?.key !== key) return
    running.current?.abort.abort()
    running.current = undefined
  }

  /** @returns how many were left out, because there would be too many */
  const add = (files: readonly File[]): number => {
    const taken = files.slice(0, Math.max(0, max - current.current.length))
    const added = taken.map((file): Item => ({ key: nextKey(), file, ...previewOf(file), state: 'waiting', share: 0 }))
    put([...current.current, ...added])
    sendNext()
    return files.length - taken.length
  }
  const remove = (key: number): void => {
    stop(key)
    const item = current.current.find(one => one.key === key)
    if (item?.preview) URL.revokeObjectURL(item.preview)
    put(current.current.filter(one => one.key !== key))
    sendNext()
  }
  const sendAgain = (key: number): void => {
    put(current.current.map(({ failure: _, ...item }) => (item.key === key ? { ...item, state: 'waiting' } : item)))
    sendNext()
  }

  // files that were not uploaded yet when the draft was stored are lost
  const start = useRef({ value, onChange })
  useEffect(() => {
    const kept = namesOf(current.current)
    if (JSON.stringify(kept) !== JSON.stringify(start.current.value || undefined)) start.current.onChange(kept)
  }, [])
  const begun = useRef(folder)
  const sendAllAnew = useRef(() => {})
  sendAllAnew.current = () => {
    stop()
    put(
      current.current.map(item => {
        const { blobName: _, failure: __, ...rest } = item
        return item.file ? { ...rest, state: 'waiting', share: 0 } : item
      })
    )
    sendNext()
  }
  useEffect(() => {
    if (begun.current === folder) return
    begun.current = folder
    sendAllAnew.current()
  }, [folder])
  useEffect(
    () => () => {
      running.current?.abort.abort()
      for (const { preview } of current.current) if (preview) URL.revokeObjectURL(preview)
    },
    []
  )
  return { items, add, remove, sendAgain }
}
