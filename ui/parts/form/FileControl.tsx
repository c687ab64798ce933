/**
 * The control of a file, which is chosen or dropped and uploaded at once, with its progress. The field's value is the name of the blob
 * after the upload. Until then it is a text that the form's check refuses, so that no form is sent without a file that it shows. If the
 * folder changes (because another company was chosen), the file is uploaded again.
 *
 * Own markup: PrimeReact's FileUpload sends a multipart POST, names neither its input nor its progress to a screen reader, and
 * adds 45 kB.
 */
import { useEffect, useRef, useState } from 'react'
import { isBlobName } from '../../../src/contract/files.ts'
import { IconButton } from '../../elements/IconButton.tsx'
import { useText } from '../../i18n.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { acceptOf, kindsOf, sizeText } from './fileTexts.ts'
import { folderOf, UploadFailure, uploadFile } from './upload.ts'
import { useFileDrop } from './useFileDrop.ts'
import './file.css'

type State =
  | { readonly kind: 'none'; readonly failure?: string }
  | { readonly kind: 'sending'; readonly file: File; readonly share: number }
  | { readonly kind: 'done'; readonly name?: string; readonly size?: number }

/** The field's value during the upload: not a valid name of a blob. */
const underway = 'uploading'

/** Files that this page has sent, so that a form that is drawn again can show their names. */
const sent = new Map<string, { readonly name: string; readonly size: number }>()

/** The state of a field that is drawn with a value. After a reload, a restored draft has the blob but no longer the file's name. */
const stateOf = (value: unknown): State => {
  if (typeof value !== 'string' || !isBlobName(value)) return { kind: 'none' }
  return { kind: 'done', ...sent.get(value) }
}

export default function FileControl(props: ControlProps) {
  const { id, field, value, values, readOnly, onChange } = props
  const t = useText()
  const [state, setState] = useState<State>(() => stateOf(value))
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<File>(undefined)
  const running = useRef<AbortController>(undefined)
  const { upload } = field
  const types = upload?.types ?? []
  const folder = upload ? folderOf(upload, values) : ''

  const send = async (file: File): Promise<void> => {
    running.current?.abort()
    const run = new AbortController()
    running.current = run
    chosen.current = file
    setState({ kind: 'sending', file, share: 0 })
    onChange(underway)
    const onProgress = (share: number): void => {
      if (!run.signal.aborted) setState({ kind: 'sending', file, share })
    }
    try {
      const blobName = await uploadFile({ file, folder, types, signal: run.signal, onProgress })
      if (run.signal.aborted) return
      sent.set(blobName, { name: file.name, size: file.size })
      setState({ kind: 'done', name: file.name, size: file.size })
      onChange(blobName)
    } catch (error) {
      if (run.signal.aborted) return
      clear(error instanceof UploadFailure ? error.message : t('parts.file.failed'))
    }
  }
  const clear = (failure?: string): void => {
    running.current?.abort()
    chosen.current = undefined
    if (input.current) input.current.value = ''
    setState(failure === undefined ? { kind: 'none' } : { kind: 'none', failure })
    onChange(undefined)
  }
  const remove = (): void => {
    clear()
    // The pressed button has disappeared together with its file.
    requestAnimationFrame(() => input.current?.focus())
  }
  const latest = useRef(send)
  latest.current = send
  const begunFor = useRef(folder)
  useEffect(() => {
    if (begunFor.current === folder) return
    begunFor.current = folder
    if (chosen.current) void latest.current(chosen.current)
  }, [folder])
  useEffect(() => () => running.current?.abort(), [])
  const start = useRef({ value, onChange })
  useEffect(() => {
    // A draft that was stored while its file was being sent.
    if (start.current.value === underway) start.current.onChange(undefined)
  }, [])

  const take = (files: FileList | null): void => {
    const [file] = files ?? []
    if (file) void send(file)
  }
  const dropping = useFileDrop(readOnly, take)
  const failure = state.kind === 'none' ? state.failure : undefined
  const { 'aria-describedby': described, ...attributes } = attributesOf(props)
  return (
    <div className="parts-file" data-state={state.kind} {...dropping}>
      <input
        {...attributes}
        ref={input}
        type="file"
        className="visually-hidden"
        aria-describedby={[described, failure && `${id}-failure`, `${id}-types`].filter(Boolean).join(' ')}
        accept={acceptOf(types)}
        disabled={readOnly}
        onChange={event => take(event.target.files)}
      />
      {state.kind === 'none' && (
        <div className="parts-file-zone">
          <i className="pi pi-upload" aria-hidden="true" />
          <label htmlFor={id} className="button">
            {t('parts.file.choose')}
          </label>
          <span className="parts-file-drop">{t('parts.file.drop')}</span>
          <small id={`${id}-types`}>{kindsOf(types)}</small>
        </div>
      )}
      {state.kind === 'sending' && (
        <div className="parts-file-row">
          <i className="pi pi-file" aria-hidden="true" />
          <span className="parts-file-name" title={state.file.name}>
            {state.file.name}
          </span>
          <IconButton icon="times" label={t('parts.file.stop')} tooltip onClick={remove} />
          <progress value={state.share} max={1} aria-label={t('parts.file.sending', { name: state.file.name })} />
        </div>
      )}
      {state.kind === 'done' && (
        <div className="parts-file-row">
          <i className="pi pi-check-circle" aria-hidden="true" />
          <span className="parts-file-name" title={state.name}>
            {state.name ?? t('parts.file.attached')}
          </span>
          {state.size !== undefined && <small>{sizeText(state.size)}</small>}
          {!readOnly && <IconButton icon="trash" label={t('parts.file.remove')} tooltip onClick={remove} />}
        </div>
      )}
      {failure && (
        <p id={`${id}-failure`} className="parts-fault">
          <i className="pi pi-exclamation-circle" aria-hidden="true" />
          {failure}
        </p>
      )}
      <span role="status" className="visually-hidden">
        {failure}
        {state.kind === 'done' && state.name && t('parts.file.done', { name: state.name })}
      </span>
    </div>
  )
}
