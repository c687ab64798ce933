/** The own password, and the form that changes it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alerts } from '../../alerts.ts'
import { call } from '../../api.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { ownFormQuery, withLeast } from '../../forms.ts'
import { useText } from '../../i18n.ts'
import { UserName, useCredentials } from './credentials.tsx'
import { OwnForm } from './OwnForm.tsx'
import { sessionsKey } from './Sessions.tsx'

const command = 'users.changePassword'

interface OwnPasswordProps {
  /** The form is open from the beginning. */
  readonly isChanging: boolean
}

export function OwnPassword({ isChanging }: OwnPasswordProps) {
  const t = useText()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(isChanging)
  const { data, error, refetch } = useCredentials()
  const { data: form } = useQuery(ownFormQuery(command))
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data || (isOpen && !form)) return <Skeleton rows={2} />
  if (!data.hasPassword) return <p>{t('ui.security.password.none')}</p>
  if (isOpen && form)
    return (
      <OwnForm
        form={withLeast(form, ['newPassword'], data.passwordMin)}
        submitLabel={t(`${command}.label`)}
        onCancel={() => setOpen(false)}
        send={async values => {
          await call('PUT', '/api/Authorization/password', values)
          alerts.success(t(`${command}.done`))
          setOpen(false)
          void queries.invalidateQueries({ queryKey: sessionsKey })
        }}
      >
        <p>{t('ui.security.password.text')}</p>
        <UserName />
      </OwnForm>
    )
  return (
    <div className="actions">
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <i className="pi pi-lock" aria-hidden />
        {t(`${command}.label`)}
      </button>
    </div>
  )
}
