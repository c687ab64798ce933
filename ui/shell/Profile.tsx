/**
 * The dialog of the own profile, with names and phone. The e-mail is shown, but cannot be changed, because it is used to sign in. The staff
 * are asked for the password once they change the phone.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldMetadata, FormMetadata } from '../../src/contract/form.ts'
import { loadProfile, type Profile as OwnProfile, profileKey } from '../account.ts'
import { alerts } from '../alerts.ts'
import { call } from '../api.ts'
import { askSentence } from '../contact.ts'
import { Modal } from '../elements/Modal.tsx'
import { Failed, Skeleton } from '../elements/states.tsx'
import { useText } from '../i18n.ts'
import { UnsavedDialog, useDialogGuard } from '../parts/command/UnsavedGuard.tsx'
import type { Refusal } from '../parts/form/formValues.ts'
import { refusalOf } from '../parts/form/formValues.ts'
import { refusedBy } from '../parts/form/refusedBy.ts'
import { SchemaForm } from '../parts/form/SchemaForm.tsx'
import { read } from '../query.ts'

const command = 'users.editUser'

interface Own {
  readonly form: FormMetadata
  readonly profile: OwnProfile
}

/** Loads the form for this role, and the present profile, because somebody else may have changed it. */
async function loadOwn(): Promise<Own> {
  const [{ data: form }, profile] = await Promise.all([read('/api/ui/forms/:command', { command }), loadProfile()])
  return { form, profile }
}

const password: FieldMetadata = {
  ...{ name: 'password', label: 'users.password', help: 'ui.user.phoneAgain' },
  ...{ control: 'password', autocomplete: 'current-password' }
}

/** The form of the own data; a member of the staff who changes the phone is asked for the password, too. */
function formFor({ form, profile }: Own, phone: unknown): FormMetadata {
  if (profile.companyId !== null || !profile.phone || phone === profile.phone) return form
  const { properties, required = [] } = form.schema
  const schema = {
    ...form.schema,
    properties: { ...properties, password: { type: 'string', minLength: 1, maxLength: 200 } },
    required: [...required, 'password']
  } as const
  return { ...form, schema, fields: [...form.fields, password] }
}

interface ProfileProps {
  readonly onClose: () => void
  /** Leads to the form of the own password. */
  readonly onChangePassword: () => void
}

export function Profile({ onClose, onChangePassword }: ProfileProps) {
  const t = useText()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({ queryKey: ['ui', 'profile'], queryFn: loadOwn, gcTime: 0, staleTime: 0 })
  const [phone, setPhone] = useState<unknown>()
  const { guard, noteChange, unlessDirty, leave, close } = useDialogGuard(onClose)
  const submit = async (body: Record<string, unknown>): Promise<Refusal | undefined> => {
    if (!data) return undefined
    const sending = guard.during(call('PUT', `/api/Admin/Users/${data.profile.id}`, body))
    const refusal = await refusedBy(sending, problem => refusalOf(data.form, problem))
    if (refusal) return refusal
    guard.release()
    alerts.success(t(`${command}.done`))
    void queries.invalidateQueries({ queryKey: profileKey })
    onClose()
    return undefined
  }
  return (
    <Modal open title={t('ui.user.profile')} onClose={() => void close()} className="parts-dialog">
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!(data || error) && <Skeleton rows={4} />}
      {data && (
        <SchemaForm
          form={formFor(data, phone ?? data.profile.phone)}
          source={{ ...data.profile }}
          submitLabel={t('ui.user.save')}
          onCancel={() => void close()}
          onSubmit={submit}
          onChange={(values, isDirty) => {
            noteChange(isDirty)
            setPhone(values.phone)
          }}
        >
          <p className="profile-email">
            <span>{data.profile.email}</span>
            <button type="button" className="link" onClick={() => unlessDirty(onChangePassword)}>
              {t('users.changePassword.label')}
            </button>
            <small>
              {t('ui.user.email.help')}
              {askSentence(t)}
            </small>
          </p>
        </SchemaForm>
      )}
      <UnsavedDialog open={guard.asking} onLeave={leave} onStay={guard.stay} />
    </Modal>
  )
}
