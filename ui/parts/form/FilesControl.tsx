/**
 * Several files in one field: chosen together, dropped, or taken with a phone's camera one after the other. Each is uploaded at once,
 * shows a preview and its progress or why it failed, and can be removed again.
 */
import { useCallback, useRef, useState } from 'react'
import { valueAt } from '../../../src/contract/paths.ts'
import { unwrapped } from '../../../src/contract/schema.ts'
import { IconButton } from '../../elements/IconButton.tsx'
import { useText } from '../../i18n.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { acceptOf, areImages, kindsOf, sizeText } from './fileTexts.ts'
import { type Item, namesOf } from './uploads.ts'
import { useFileDrop } from './useFileDrop.ts'
import { useUploads } from './useUploads.ts'
import './file.css'

/** The most files if the schema has no limit. */
const maxFilesByDefault = 20

type FilesProps = ControlProps & {
  /** The field's error; errors of single files by their index. */
  readonly error?: unknown
}

export default function FilesControl(props: FilesProps) {
  const { id, field, schema, readOnly, error } = props
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [leftOut, setLeftOut] = useState(0)
  const types = field.upload?.types ?? []
  const max = unwrapped(schema).maxItems ?? maxFilesByDefault
  const { store, items } = useUploads(props, namesOf)
  const take = (files: FileList | null): void => {
    if (files?.length) setLeftOut(store.add([...files], max))
  }
  const onRemove = (key: number): void => {
    setLeftOut(0)
    store.remove(key)
    // the pressed button has disappeared together with its file
    requestAnimationFrame(() => input.current?.focus())
  }
  const dropping = useFileDrop(readOnly, take)
  const done = items.filter(({ state }) => state === 'done').length
  const { 'aria-describedby': described, ...attributes } = attributesOf(props)
  const shared = { type: 'file', className: 'visually-hidden', accept: acceptOf(types), disabled: readOnly } as const
  const takeFrom = (event: React.ChangeEvent<HTMLInputElement>): void => {
    take(event.target.files)
    // so that the same file can be chosen again after it was removed
    event.target.value = ''
  }
  return (
    <div className="parts-file parts-files" {...dropping}>
      {items.length > 0 && (
        <ul>
          {items.map((item, at) => (
            <FileRow
              key={item.key}
              item={withRefusal(item, error, at)}
              readOnly={readOnly}
              onRemove={() => onRemove(item.key)}
              onAgain={() => store.repeat(item.key)}
            />
          ))}
        </ul>
      )}
      <input
        {...attributes}
        {...shared}
        ref={input}
        multiple
        aria-describedby={[described, `${id}-types`].filter(Boolean).join(' ')}
        onChange={takeFrom}
      />
      {areImages(types) && (
        <input
          {...shared}
          className="visually-hidden parts-file-camera"
          id={`${id}-camera`}
          capture="environment"
          onChange={takeFrom}
        />
      )}
      <div className="parts-file-zone">
        <i className="pi pi-upload" aria-hidden="true" />
        <label htmlFor={id} className="button">
          {t('parts.files.choose')}
        </label>
        {areImages(types) && (
          <label htmlFor={`${id}-camera`} className="button parts-file-camera">
            <i className="pi pi-camera" aria-hidden="true" />
            {t('parts.files.camera')}
          </label>
        )}
        <span className="parts-file-drop">{t('parts.file.drop')}</span>
        <small id={`${id}-types`}>{t('parts.files.kinds', { types: kindsOf(types), max })}</small>
      </div>
      {leftOut > 0 && (
        <p className="parts-fault" role="alert">
          <i className="pi pi-exclamation-circle" aria-hidden="true" />
          {t('parts.files.tooMany', { count: leftOut, max })}
        </p>
      )}
      <span role="status" className={items.length > 0 ? 'parts-files-sent' : 'visually-hidden'}>
        {items.length > 0 && t('parts.files.sent', { done, count: items.length })}
      </span>
    </div>
  )
}

/** A file that was uploaded, but refused when the form was sent, shows the reason in its row. Uploading it again would not help. */
export function withRefusal(item: Item, error: unknown, at: number): Item {
  const text = item.state === 'done' && typeof error === 'object' ? valueAt(error, String(at)) : undefined
  return typeof text === 'string' ? { ...item, state: 'failed', failure: { text, again: false } } : item
}

interface FileRowProps {
  readonly item: Item
  readonly readOnly: boolean
  readonly onRemove: () => void
  readonly onAgain: () => void
}

function FileRow({ item: { file, state, share, failure }, readOnly, onRemove, onAgain }: FileRowProps) {
  const t = useText()
  // a file that is not a picture, despite its name, cannot be previewed
  const [isShown, setShown] = useState(true)
  const name = file?.name ?? t('parts.file.attached')
  return (
    <li className="parts-file-row parts-files-row" data-state={state}>
      {isImage(file) && isShown ? (
        <Preview file={file} onError={() => setShown(false)} />
      ) : (
        <i className="pi pi-file" aria-hidden="true" />
      )}
      <span className="parts-file-name" title={file?.name}>
        {name}
        {failure && <small className="parts-fault">{failure.text}</small>}
      </span>
      {state === 'waiting' && <small>{t('parts.files.waiting')}</small>}
      {state === 'done' && (
        <>
          {file && <small>{sizeText(file.size)}</small>}
          <i className="pi pi-check-circle" aria-hidden="true" />
        </>
      )}
      {failure?.again && (
        <IconButton icon="refresh" label={t('parts.files.again', { name })} tooltip onClick={onAgain} />
      )}
      {!readOnly && <IconButton icon="trash" label={t('parts.files.remove', { name })} tooltip onClick={onRemove} />}
      {state === 'sending' && <progress value={share} max={1} aria-label={t('parts.file.sending', { name })} />}
    </li>
  )
}

const isImage = (file: File | undefined): file is File => file?.type.startsWith('image/') ?? false

function Preview({ file, onError }: { readonly file: File; readonly onError: () => void }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file]
  )
  return <img ref={show} alt="" onError={onError} />
}
