/** What the own account is signed in with. */
import { useQuery } from '@tanstack/react-query'
import { useProfile } from '../../account.ts'
import { dataOf, query } from '../../query.ts'

const credentials = query('ui', '/api/Authorization/credentials')
export const credentialsKey = credentials.queryKey

export const useCredentials = () =>
  useQuery({
    ...credentials,
    select: dataOf,
    staleTime: 0,
    gcTime: 0
  })

/** The name under which a password manager keeps the password of the form around it. */
export function UserName() {
  const { data: profile } = useProfile()
  return <input hidden readOnly name="username" autoComplete="username" value={profile?.email ?? ''} />
}
