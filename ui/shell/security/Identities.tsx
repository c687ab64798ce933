/** The identities of providers by which the own account is signed in to, with the way to unlink them. Nothing, where there is none. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { alerts } from '../../alerts.ts'
import { call } from '../../api.ts'
import { useText } from '../../i18n.ts'
import { minuteText } from '../../parts/values/formats.tsx'
import { credentialsKey, useCredentials } from './credentials.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'
import { sessionsKey } from './Sessions.tsx'

const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).host : issuer)

export function Identities() {
  const t = useText()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data } = useCredentials()
  if (!data || data.identities.length === 0) return null
  return (
    <section className="stack">
      <h3>{t('ui.security.identities')}</h3>
      {data.identities.map(({ issuer, linkedDate }) => (
        <p key={issuer}>{t('ui.security.identity', { issuer: hostOf(issuer), date: minuteText(linkedDate) })}</p>
      ))}
      {isOpen ? (
        <PasswordAgain
          danger
          submitLabel={t('users.unlinkOwnIdentities.label')}
          onCancel={() => setOpen(false)}
          send={async password => {
            await call('POST', '/api/Authorization/credentials/unlink', { password })
            alerts.success(t('users.unlinkOwnIdentities.done'))
            for (const queryKey of [credentialsKey, sessionsKey]) void queries.invalidateQueries({ queryKey })
          }}
        >
          <p>{t('ui.security.unlink')}</p>
        </PasswordAgain>
      ) : (
        data.hasPassword && (
          <div className="actions">
            <button type="button" className="button" onClick={() => setOpen(true)}>
              <i className="pi pi-link" aria-hidden />
              {t('users.unlinkOwnIdentities.label')}
            </button>
          </div>
        )
      )}
    </section>
  )
}
