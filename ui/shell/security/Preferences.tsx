/**
 * The notifications that an administrator wants: a checkbox for each type and channel, which is stored as soon as it is changed.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { alerts } from '../../alerts.ts'
import { call, get } from '../../api.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import { labelledMember } from '../../parts/values/formats.tsx'
import { notificationsKey } from '../notifications.ts'

interface Preference {
  readonly type: number
  readonly channel: number
  readonly isOn: boolean
}

const path = '/api/Notifications/preferences'
const key = ['ui', 'preferences'] as const

export function Preferences() {
  const t = useText()
  const queries = useQueryClient()
  const vocabularies = useVocabularies()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await get<{ data: Preference[] }>(path)).data,
    staleTime: 0,
    gcTime: 0
  })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} />

  const set = async (preference: Preference): Promise<void> => {
    try {
      const { data: all } = await call<{ data: Preference[] }>('PUT', path, preference)
      queries.setQueryData(key, all)
      void queries.invalidateQueries({ queryKey: notificationsKey })
    } catch (refused) {
      alerts.error(refused)
    }
  }
  const word = (vocabulary: string, code: number): string =>
    labelledMember(vocabularies[vocabulary], code, t)?.label ?? t('common.unknownCode')
  const channels = [...new Set(data.map(({ channel }) => channel))].sort((a, b) => b - a)
  const types = [...new Set(data.map(({ type }) => type))]
  return (
    <>
      <p>{t('ui.security.preferences.text')}</p>
      <table className="preferences">
        <thead>
          <tr>
            <th scope="col">{t('notifications.preference.type')}</th>
            {channels.map(channel => (
              <th key={channel} scope="col">
                {word('notifications.preferenceChannel', channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map(type => (
            <tr key={type}>
              <th scope="row">{word('notifications.bell', type)}</th>
              {channels.map(channel => {
                const found = data.find(one => one.type === type && one.channel === channel)
                return (
                  <td key={channel}>
                    {found && (
                      <label>
                        <input
                          type="checkbox"
                          checked={found.isOn}
                          onChange={event => void set({ ...found, isOn: event.target.checked })}
                        />
                        <span className="visually-hidden">
                          {word('notifications.bell', type)}, {word('notifications.preferenceChannel', channel)}
                        </span>
                      </label>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
