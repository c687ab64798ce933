/** The sessions of the own account, with buttons that end one of them or all. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { signOut } from '../../account.ts'
import { alerts } from '../../alerts.ts'
import { call } from '../../api.ts'
import { attempt } from '../../attempt.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { dayText } from '../../parts/values/dayText.ts'
import { Badge, minuteText } from '../../parts/values/formats.tsx'
import { dataOf, query } from '../../query.ts'

const path = '/api/Authorization'
const sessions = query('ui', '/api/Authorization/sessions')
export const sessionsKey = sessions.queryKey

export function Sessions() {
  const t = useText()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...sessions,
    select: dataOf,
    staleTime: 0,
    gcTime: 0
  })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={2} />

  const end = async (id: string): Promise<void> => {
    await call('POST', `${path}/sessions/end`, { id })
    alerts.success(t('users.endOwnSession.done'))
    void refetch()
  }
  const endAll = async (): Promise<void> => {
    await call('POST', `${path}/sign-out-everywhere`)
    alerts.clear()
    signOut(queries)
  }
  return (
    <>
      <ul className="session-list">
        {data.map(({ id, device, address, seenDate, staysUntil, isCurrent }) => {
          const name = device ?? t('ui.security.unknownDevice')
          return (
            <li key={id}>
              <span>
                <strong>{name}</strong>
                <span>{[address, minuteText(seenDate)].filter(Boolean).join(' · ')}</span>
                {staysUntil && <span>{t('ui.security.staysUntil', { date: dayText(staysUntil.slice(0, 10)) })}</span>}
              </span>
              {isCurrent ? (
                <Badge tone="success">{t('ui.security.thisDevice')}</Badge>
              ) : (
                <button
                  type="button"
                  className="button"
                  aria-label={`${t('users.endOwnSession.label')}: ${name}, ${address ?? ''}`}
                  onClick={() => void attempt(() => end(id), { onFailure: () => void refetch() })}
                >
                  {t('users.endOwnSession.label')}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <div className="actions">
        <button type="button" className="button" onClick={() => void attempt(endAll)}>
          <i className="pi pi-sign-out" aria-hidden />
          {t('users.endSessions.label')}
        </button>
      </div>
    </>
  )
}
