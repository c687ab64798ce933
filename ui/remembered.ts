/**
 * This browser stays signed in, if a client asked for it: a secret in the local storage begins the next session, where the token is of one tab
 * and of 12 hours. Each use gives the next secret, so one tab after the other takes it. It is bound to the e-mail that was typed: nobody goes
 * on as somebody else.
 */
import { send } from './query.ts'
import { storeToken } from './session.ts'

const key = 'opony.remembered'

interface Remembered {
  readonly secret: string
  readonly email: string
}

function kept(): Remembered | undefined {
  try {
    const { secret, email } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Remembered>
    return secret && email ? { secret, email } : undefined
  } catch {
    return undefined
  }
}

/** Keeps the secret for the next session; without one the browser no longer stays signed in. */
export function keepSignedIn(email: string, secret: string | undefined): void {
  if (secret) localStorage.setItem(key, JSON.stringify({ secret, email: email.toLowerCase() } satisfies Remembered))
  else localStorage.removeItem(key)
}

export const forgetBrowser = (): void => localStorage.removeItem(key)
const staysSignedIn = (): boolean => kept() !== undefined

async function resumeNow(email: string | undefined): Promise<boolean> {
  const remembered = kept()
  if (!remembered || (email !== undefined && email.toLowerCase() !== remembered.email)) return false
  try {
    const body = { remembered: remembered.secret }
    const { data } = await send('POST /api/Authorization/resume', {}, body, { open: true })
    keepSignedIn(remembered.email, data.remembered ?? undefined)
    if (data.token) storeToken(data.token)
    return data.token !== null
  } catch {
    // the server could not be reached: the secret is still good
    return false
  }
}

/** Begins a session without a password, if this browser may. With an e-mail, only as that person. Returns whether there is one now. */
export const resume = async (email?: string): Promise<boolean> =>
  staysSignedIn() && (navigator.locks ? navigator.locks.request(key, () => resumeNow(email)) : resumeNow(email))
