/**
 * The notifications that the person wants: a checkbox for each type and channel, which is stored as soon as it is changed. The form of the
 * command says by which words types and channels are known: administrators and clients have others.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { phoneText } from '../../../src/contract/phones.ts'
import { isClient, useProfile } from '../../account.ts'
import { call } from '../../api.ts'
import { attempt } from '../../attempt.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import { labelledMember } from '../../parts/values/formats.tsx'
import { read } from '../../query.ts'
import { notificationsKey } from '../notifications.ts'

interface Preference {
  readonly type: number
  readonly channel: number
  readonly isOn: boolean
}

const path = '/api/Notifications/preferences'
const key = ['ui', 'preferences'] as const

interface Preferences {
  readonly chosen: readonly Preference[]
  readonly form: FormMetadata
}

async function load(): Promise<Preferences> {
  const [{ data: chosen }, { data: form }] = await Promise.all([
    read('/api/Notifications/preferences'),
    read('/api/ui/forms/:command', { command: 'notifications.setPreference' })
  ])
  return { chosen, form }
}

/** What a client is told by, and that an SMS needs its consent. */
function ClientText({ phone }: { readonly phone: string | null }) {
  const t = useText()
  return (
    <p>
      {t('ui.security.preferences.client')}{' '}
      {phone ? t('ui.security.preferences.phone', { phone: phoneText(phone) }) : t('ui.security.preferences.noPhone')}
    </p>
  )
}

export function Preferences() {
  const t = useText()
  const queries = useQueryClient()
  const vocabularies = useVocabularies()
  const { data: profile } = useProfile()
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: load, staleTime: 0, gcTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} />

  const show = (preference: Preference): void => {
    const isIt = ({ type, channel }: Preference): boolean => type === preference.type && channel === preference.channel
    queries.setQueryData<Preferences>(
      key,
      shown => shown && { ...shown, chosen: shown.chosen.map(one => (isIt(one) ? preference : one)) }
    )
  }
  const set = (preference: Preference): Promise<void> =>
    attempt(
      async () => {
        // the box is ticked at once, also over a slow line
        show(preference)
        await call('PUT', path, preference)
        void queries.invalidateQueries({ queryKey: notificationsKey })
      },
      { onFailure: () => show({ ...preference, isOn: !preference.isOn }) }
    )
  const { chosen, form } = data
  const word = (field: 'type' | 'channel', code: number): string => {
    const vocabulary = form.schema.properties?.[field]?.vocabulary ?? ''
    return labelledMember(vocabularies[vocabulary], code, t)?.label ?? t('common.unknownCode')
  }
  const channels = [...new Set(chosen.map(({ channel }) => channel))].sort((a, b) => b - a)
  const types = [...new Set(chosen.map(({ type }) => type))]
  return (
    <>
      {profile && isClient(profile) ? <ClientText phone={profile.phone} /> : <p>{t('ui.security.preferences.text')}</p>}
      <table className="preferences">
        <thead>
          <tr>
            <th scope="col">{t('notifications.preference.type')}</th>
            {channels.map(channel => (
              <th key={channel} scope="col">
                {word('channel', channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map(type => (
            <tr key={type}>
              <th scope="row">{word('type', type)}</th>
              {channels.map(channel => {
                const preference = chosen.find(one => one.type === type && one.channel === channel)
                return (
                  <td key={channel}>
                    {preference && (
                      <label>
                        <input
                          type="checkbox"
                          checked={preference.isOn}
                          onChange={event => void set({ ...preference, isOn: event.target.checked })}
                        />
                        <span className="visually-hidden">
                          {word('type', type)}, {word('channel', channel)}
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
