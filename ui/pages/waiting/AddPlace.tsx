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
import { type Refusal, refusalOf } from '../../parts/form/formValues.ts'
import { refusedBy } from '../../parts/form/refusedBy.ts'
import { SchemaForm } from '../../parts/form/SchemaForm.tsx'

const command = 'companies.addPlace'

export default function AddPlace({ profile }: { readonly profile: Profile }) {
  const t = useText()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [key] = useState(newKey)
  const { data, error, refetch } = useQuery({ ...ownFormQuery(command), enabled: isOpen })
  const { country, departmentId, phone, companyBdoNumber, companyAddress } = profile
  // the first place is mostly where the company is; another address can be typed
  const source = useMemo(
    () => ({ ...companyAddress, country, departmentId, phone, companyBdoNumber }),
    [country, departmentId, phone, companyBdoNumber, companyAddress]
  )
  const send = async (form: FormMetadata, body: Record<string, unknown>): Promise<Refusal | undefined> => {
    const sending = call('POST', `/api/Admin/Departments/${departmentId}/add-reception-place`, body, { key })
    const refusal = await refusedBy(sending, problem => refusalOf(form, problem))
    if (refusal) return refusal
    setOpen(false)
    alerts.success(t(`${command}.done`))
    await queries.invalidateQueries({ queryKey: profileKey })
    return undefined
  }
  const form = data
  const title = t(`${command}.label`)
  return (
    <>
      <button type="button" className="button primary wide" onClick={() => setOpen(true)}>
        <i className="pi pi-map-marker" aria-hidden />
        {title}
      </button>
      <Modal open={isOpen} title={title} className="parts-dialog" onClose={() => setOpen(false)}>
        {form ? (
          <SchemaForm
            form={form}
            source={source}
            submitLabel={title}
            onCancel={() => setOpen(false)}
            onSubmit={body => send(form, body)}
          />
        ) : error ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton rows={5} />
        )}
      </Modal>
    </>
  )
}
