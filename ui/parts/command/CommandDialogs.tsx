/** The dialogs of a command other than its form: the confirmation, the refused rows, a secret, a view. */

import { createElement, useId, useRef, useState } from 'react'
import type { Row } from '../../../src/contract/row.ts'
import { errorText } from '../../alerts.ts'
import { ApiProblem } from '../../api.ts'
import { Boundary } from '../../elements/Boundary.tsx'
import { copyText } from '../../elements/copyText.ts'
import { Modal } from '../../elements/Modal.tsx'
import { Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { partOf } from '../registry.ts'
import type { RefusedRow, Run } from './commandState.ts'
import { argsOf } from './commandState.ts'

interface ConfirmProps {
  readonly run: Run
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

export function ConfirmDialog({ run: { command, rows }, onConfirm, onCancel }: ConfirmProps) {
  const t = useText()
  const isDanger = command.tone === 'danger'
  return (
    <Modal open title={t(`${command.name}.label`)} onClose={onCancel}>
      <p>{t(`${command.name}.confirm`, { ...argsOf(rows[0]), count: rows.length })}</p>
      <div className="parts-form-end">
        <button type="button" className="button" onClick={onCancel} data-autofocus={isDanger || undefined}>
          {t('parts.cancel')}
        </button>
        <button type="button" className={`button ${isDanger ? 'danger' : 'primary'}`} onClick={onConfirm}>
          {t(`${command.name}.label`)}
        </button>
      </div>
    </Modal>
  )
}

interface RefusedProps {
  readonly title: string
  readonly done: readonly Row[]
  readonly refused: readonly RefusedRow[]
  readonly labelOf: (row: Row) => string
  readonly onClose: () => void
}

export function RefusedDialog({ title, done, refused, labelOf, onClose }: RefusedProps) {
  const t = useText()
  return (
    <Modal open title={title} onClose={onClose}>
      <p>{t('parts.partly', { done: done.length, refused: refused.length })}</p>
      <dl className="parts-refused">
        {refused.map(({ row, error }) => (
          <div key={row.id}>
            <dt>{labelOf(row)}</dt>
            <dd>
              {errorText(error)}
              {error instanceof ApiProblem && error.faultId && (
                <small> {t('ui.requestId', { id: error.faultId })}</small>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="parts-form-end">
        <button type="button" className="button primary" onClick={onClose}>
          {t('parts.understood')}
        </button>
      </div>
    </Modal>
  )
}

interface SecretProps {
  readonly title: string
  readonly text: string
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a secret that a command returned. Once the dialog is closed, the secret cannot be shown again. */
export function SecretDialog({ title, text, secret, onClose }: SecretProps) {
  const t = useText()
  const id = useId()
  const field = useRef<HTMLOutputElement>(null)
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    if (field.current) getSelection()?.selectAllChildren(field.current)
    // where the browser does not copy, the person can copy the selected text
    setCopied(await copyText(secret))
  }
  return (
    <Modal open title={title} onClose={onClose} className="parts-dialog">
      <p>{text}</p>
      <div className="parts-secret">
        <span id={id}>{t('parts.secret')}</span>
        <output ref={field} aria-labelledby={id}>
          {secret}
        </output>
      </div>
      <div className="parts-form-end">
        <span role="status">{isCopied && t('parts.copied')}</span>
        <button type="button" className="button" onClick={() => void copy()}>
          {t('parts.copy')}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {t('parts.secret.close')}
        </button>
      </div>
    </Modal>
  )
}

export function ViewDialog({ run: { command, rows }, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const t = useText()
  const { action } = command
  const view = action.kind === 'open' ? partOf(action.what) : undefined
  const [row] = rows
  const title = (action.kind === 'open' && action.title) || `${command.name}.label`
  if (!view) throw new Error(`${command.name} opens a view that is not registered`)
  return (
    <Modal open title={t(title, argsOf(row))} onClose={onClose} className="parts-view">
      <Boundary waiting={<Skeleton rows={6} />}>
        {createElement(view, { id: row?.id ?? 0, row, rows, close: onClose })}
      </Boundary>
    </Modal>
  )
}
