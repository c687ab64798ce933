/**
 * Signing in by the identity provider of this host. The browser is sent to the provider and returns to this page with a code. A secret
 * in the session storage of this tab (the binder) proves that the same tab began the sign-in.
 */
import { useEffect, useRef, useState } from 'react'
import { errorText } from './alerts.ts'
import { read, send } from './query.ts'
import { forgetBrowser } from './remembered.ts'
import { storeToken, type Token } from './session.ts'

const binderKey = 'opony.external'

interface Returned {
  readonly code: string
  readonly state: string
  readonly iss: string | undefined
}

/** The provider's answer in the query string; undefined if there is none. */
export function returnedIn(query: string): Returned | 'refused' | undefined {
  const search = new URLSearchParams(query)
  const [code, state] = [search.get('code'), search.get('state')]
  if (code && state) return { code, state, iss: search.get('iss') ?? undefined }
  return search.has('error') && state ? 'refused' : undefined
}

/** What finishes a sign-in that waits for the account's own code. */
interface Waiting {
  readonly ticket: string
  readonly binder: string
}

/** A person who signed in here before, and stayed so, is not who goes on in the next tab. */
function enter(token: Token): void {
  forgetBrowser()
  storeToken(token)
}

/** Signs in; if the account's own code is still asked for, returns what it is sent with. */
async function complete(returned: Returned): Promise<Waiting | undefined> {
  const binder = sessionStorage.getItem(binderKey) ?? 'none'
  sessionStorage.removeItem(binderKey)
  const body = { ...returned, binder }
  const { data } = await send('POST /api/Authorization/external/complete', {}, body, { open: true })
  if ('ticket' in data) return { ticket: data.ticket, binder }
  enter(data)
  return undefined
}

interface External {
  readonly isOffered: boolean
  readonly isBusy: boolean
  /** Why the last attempt failed. */
  readonly refused: string | undefined
  readonly begin: () => void
  /** The provider has asked for no second factor: sends the account's own code. Undefined if none is asked for. */
  readonly sendCode: ((code: string) => Promise<void>) | undefined
}

export function useExternal(): External {
  const [isOffered, setOffered] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [waiting, setWaiting] = useState<Waiting>()
  const handled = useRef(false)
  useEffect(() => {
    read('/api/Authorization/external').then(
      ({ data }) => setOffered(data.isOffered),
      () => undefined
    )
    const returned = returnedIn(location.search)
    if (!returned || returned === 'refused' || handled.current) return
    handled.current = true
    // The code works once: a reload must not send it again.
    history.replaceState(history.state, '', location.pathname)
    setBusy(true)
    complete(returned)
      .then(setWaiting)
      .catch((error: unknown) => setRefused(errorText(error)))
      .finally(() => setBusy(false))
  }, [])
  const begin = (): void => {
    if (isBusy) return
    setBusy(true)
    setRefused(undefined)
    send('POST /api/Authorization/external/begin', {}, undefined, { open: true }).then(
      ({ data }) => {
        sessionStorage.setItem(binderKey, data.binder)
        location.assign(data.url)
      },
      (error: unknown) => {
        setRefused(errorText(error))
        setBusy(false)
      }
    )
  }
  const sendCode =
    waiting &&
    (async (code: string): Promise<void> => {
      const body = { ...waiting, code }
      const { data } = await send('POST /api/Authorization/external/code', {}, body, { open: true })
      enter(data)
    })
  return { isOffered, isBusy, refused, begin, sendCode }
}
