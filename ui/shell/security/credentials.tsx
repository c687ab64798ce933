/** What the own account is signed in with. */
import { useQuery } from '@tanstack/react-query'
import { useProfile } from '../../account.ts'
import { get } from '../../api.ts'

export interface Credentials {
  readonly hasPassword: boolean
  /** The fewest characters of a new password. */
  readonly passwordMin: number
  readonly identities: readonly { readonly issuer: string; readonly linkedDate: string }[]
}

export const credentialsKey = ['ui', 'credentials'] as const

export const useCredentials = () =>
  useQuery({
    queryKey: credentialsKey,
    queryFn: async () => (await get<{ data: Credentials }>('/api/Authorization/credentials')).data,
    staleTime: 0,
    gcTime: 0
  })

/** The name under which a password manager keeps the password of the form around it. */
export function UserName() {
  const { data: profile } = useProfile()
  return <input hidden readOnly name="username" autoComplete="username" value={profile?.email ?? ''} />
}
