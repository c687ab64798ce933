/**
 * The control of a file, which is chosen or dropped and uploaded at once, with its progress. The field's value is the name of the blob
 * after the upload. Until then it is a text that the form's check refuses, so that no form is sent without a file that it shows. If the
 * folder changes (because another company was chosen), the file is uploaded again.
 *
 * Own markup: PrimeReact's FileUpload sends a multipart POST, names neither its input nor its progress to a screen reader, and
 * adds 45 kB.
 */
import { useRef } from 'react'
import { IconButton } from '../../elements/IconButton.tsx'
import { useText } from '../../i18n.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { acceptOf, kindsOf, sizeText } from './fileTexts.ts'
import { nameOf } from './uploads.ts'
import { useFileDrop } from './useFileDrop.ts'
import { useUploads } from './useUploads.ts'
import './file.css'

export default function FileControl(props: ControlProps) {
  const { id, field, readOnly } = props
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const types = field.upload?.types ?? []
  const { store, items } = useUploads(props, nameOf)
  const [item] = items
  const failure = item?.failure?.text
  const state = !item || failure ? 'none' : item.state === 'done' ? 'done' : 'sending'
  const file = item?.file
  const remove = (): void => {
    if (item) store.remove(item.key)
    // the pressed button has disappeared together with its file
    requestAnimationFrame(() => input.current?.focus())
  }
  const take = (files: FileList | null): void => {
    const [file] = files ?? []
    if (file) store.replace(file)
    // so that the same file can be chosen again after it was removed or refused
    if (input.current) input.current.value = ''
  }
  const dropping = useFileDrop(readOnly, take)
  const { 'aria-describedby': described, ...attributes } = attributesOf(props)
  return (
    <div className="parts-file" data-state={state} {...dropping}>
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
      {state === 'none' && (
        <div className="parts-file-zone">
          <i className="pi pi-upload" aria-hidden="true" />
          <label htmlFor={id} className="button">
            {t('parts.file.choose')}
          </label>
          <span className="parts-file-drop">{t('parts.file.drop')}</span>
          <small id={`${id}-types`}>{kindsOf(types)}</small>
        </div>
      )}
      {item && state === 'sending' && (
        <div className="parts-file-row">
          <i className="pi pi-file" aria-hidden="true" />
          <span className="parts-file-name" title={file?.name}>
            {file?.name}
          </span>
          <IconButton icon="times" label={t('parts.file.stop')} tooltip onClick={remove} />
          <progress value={item.share} max={1} aria-label={t('parts.file.sending', { name: file?.name ?? '' })} />
        </div>
      )}
      {state === 'done' && (
        <div className="parts-file-row">
          <i className="pi pi-check-circle" aria-hidden="true" />
          <span className="parts-file-name" title={file?.name}>
            {file?.name ?? t('parts.file.attached')}
          </span>
          {file && <small>{sizeText(file.size)}</small>}
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
        {state === 'done' && file && t('parts.file.done', { name: file.name })}
      </span>
    </div>
  )
}
