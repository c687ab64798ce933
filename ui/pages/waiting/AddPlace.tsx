/**
 * The form with which a client administrator whose account is not active adds the company's first place, which activation needs.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { Profile } from '../../account.ts'
import { profileKey } from '../../account.ts'
import { alerts } from '../../alerts.ts'
import { call, newKey } from '../../api.ts'
import { Modal } from '../../elements/Modal.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { ownFormQuery } from '../../forms.ts'
import { useText } from '../../i18n.ts'
import { UnsavedDialog, useDialogGuard } from '../../parts/command/UnsavedGuard.tsx'
import { type Refusal, refusalOf } from '../../parts/form/formValues.ts'
import { refusedBy } from '../../parts/form/refusedBy.ts'
import { SchemaForm } from '../../parts/form/SchemaForm.tsx'

const command = 'companies.addPlace'

export default function AddPlace({ profile }: { readonly profile: Profile }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [key] = useState(newKey)
  return (
    <>
      <button type="button" className="button primary wide" onClick={() => setOpen(true)}>
        <i className="pi pi-map-marker" aria-hidden />
        {t(`${command}.label`)}
      </button>
      {isOpen && <PlaceDialog {...{ profile, keyToSend: key }} onClose={() => setOpen(false)} />}
    </>
  )
}

interface PlaceDialogProps {
  readonly profile: Profile
  readonly keyToSend: string
  readonly onClose: () => void
}

/** The open dialog. Back closes it, and what was typed is not lost without a question. */
function PlaceDialog({ profile, keyToSend, onClose }: PlaceDialogProps) {
  const t = useText()
  const queries = useQueryClient()
  const { data: form, error, refetch } = useQuery(ownFormQuery(command))
  const { guard, noteChange, leave, close } = useDialogGuard(onClose)
  const { country, departmentId, phone, companyBdoNumber, companyAddress } = profile
  // the first place is mostly where the company is; another address can be typed
  const source = useMemo(
    () => ({ ...companyAddress, country, departmentId, phone, companyBdoNumber }),
    [country, departmentId, phone, companyBdoNumber, companyAddress]
  )
  const send = async (sent: FormMetadata, body: Record<string, unknown>): Promise<Refusal | undefined> => {
    const path = `/api/Admin/Departments/${departmentId}/add-reception-place`
    const sending = guard.during(call('POST', path, body, { key: keyToSend }))
    const refusal = await refusedBy(sending, problem => refusalOf(sent, problem))
    if (refusal) return refusal
    guard.release()
    onClose()
    alerts.success(t(`${command}.done`))
    await queries.invalidateQueries({ queryKey: profileKey })
    return undefined
  }
  const title = t(`${command}.label`)
  return (
    <Modal open title={title} className="parts-dialog" onClose={() => void close()}>
      {form ? (
        <SchemaForm
          form={form}
          source={source}
          submitLabel={title}
          onCancel={() => void close()}
          onSubmit={body => send(form, body)}
          onChange={(_, isDirty) => noteChange(isDirty)}
        />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton rows={5} />
      )}
      <UnsavedDialog open={guard.asking} onLeave={leave} onStay={guard.stay} />
    </Modal>
  )
}
