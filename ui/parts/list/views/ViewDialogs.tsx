/** The dialogs of saved views: to create, rename and remove one. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AttemptKeys } from '../../../attempt.ts'
import { Modal } from '../../../elements/Modal.tsx'
import { Failed, Skeleton } from '../../../elements/states.tsx'
import { ownFormQuery } from '../../../forms.ts'
import { useText } from '../../../i18n.ts'
import { type Refusal, refusalOf, type Values } from '../../form/formValues.ts'
import { refusedBy } from '../../form/refusedBy.ts'
import { SchemaForm } from '../../form/SchemaForm.tsx'
import { useViewCommands } from './useViewCommands.ts'
import type { ViewsProps } from './ViewsButton.tsx'

export type ViewDialog = 'create' | 'rename' | 'remove'

interface ViewDialogsProps extends ViewsProps {
  readonly dialog: ViewDialog
  readonly onClose: () => void
}

export function ViewDialogs({ dialog, onClose, ...props }: ViewDialogsProps) {
  const t = useText()
  const { create, created, rename, remove } = useViewCommands(props)
  const { saved } = props.view
  if (dialog === 'create') return <NameForm command="views.create" source={created} onClose={onClose} send={create} />
  if (!saved) return null
  if (dialog === 'rename')
    return (
      <NameForm
        command="views.rename"
        subject={saved.name}
        source={{ name: saved.name }}
        onClose={onClose}
        send={(body, key) => rename(saved, body, key)}
      />
    )
  return (
    <Modal open title={`${t('views.remove.label')}: ${saved.name}`} onClose={onClose}>
      <p>{t(saved.isShared ? 'views.remove.confirmShared' : 'views.remove.confirm', { name: saved.name })}</p>
      <div className="parts-form-end">
        <button type="button" className="button" onClick={onClose} data-autofocus>
          {t('parts.cancel')}
        </button>
        <button
          type="button"
          className="button danger"
          onClick={() => {
            onClose()
            void remove(saved)
          }}
        >
          {t('views.remove.label')}
        </button>
      </div>
    </Modal>
  )
}

interface NameFormProps {
  readonly command: 'views.create' | 'views.rename'
  readonly subject?: string
  readonly source: Values
  readonly onClose: () => void
  /** Throws an `ApiProblem` if the server refuses. */
  readonly send: (body: Record<string, unknown>, key: string) => Promise<void>
}

function NameForm({ command, subject, source, onClose, send }: NameFormProps) {
  const t = useText()
  const [keys] = useState(() => new AttemptKeys())
  const { data, error, refetch } = useQuery(ownFormQuery(command))
  const submit = async (body: Record<string, unknown>): Promise<Refusal | undefined> => {
    if (!data) return undefined
    const sending = keys.send(body, key => send(body, key))
    const refusal = await refusedBy(sending, problem => refusalOf(data, problem))
    if (!refusal) onClose()
    return refusal
  }
  const label = t(`${command}.label`)
  return (
    <Modal open title={subject ? `${label}: ${subject}` : label} onClose={onClose} className="parts-dialog">
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={2} />}
      {data && <SchemaForm form={data} source={source} submitLabel={label} onCancel={onClose} onSubmit={submit} />}
    </Modal>
  )
}
