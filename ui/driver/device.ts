/** Which driver this phone belongs to: it is connected once, by the code of a link, and stays so until the office revokes it. */
import type { ConnectedDevice } from '../../modules/driver/contract.ts'
import { createStore } from '../store.ts'
import { call, Refusal } from './calls.ts'
import { type Device, database } from './database.ts'

/** `starting`: it is not known yet. `shut`: the browser keeps nothing. `revoked`: the office has ended the connection; what is kept stays. */
export type Connection =
  | { readonly state: 'starting' | 'none' | 'shut' }
  | { readonly state: 'connecting' }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'connected'; readonly device: Device }
  | { readonly state: 'revoked'; readonly device: Device }

export const connection = createStore<Connection>({ state: 'starting' })

/** The code of a link, which is the whole fragment: pages of the application begin with a slash. */
export const codeIn = (fragment: string): string | undefined => {
  const text = fragment.replace(/^#/, '')
  return text === '' || text.startsWith('/') ? undefined : decodeURIComponent(text)
}

/** What the office reads in its list: the kind of phone, as far as the browser says it. */
function phoneName(): string {
  const [, inside = ''] = /\(([^)]*)\)/.exec(navigator.userAgent) ?? []
  const parts = inside.split(';').map(part => part.trim())
  return (parts.find(part => /iPhone|iPad|Android/.test(part)) ?? parts[0] ?? '').slice(0, 60) || 'Web'
}

/** The code of a link that was opened without signal: it is out of the address, and not used yet. */
const codeKey = 'opony.driver.code'

/** By the code of a link, or as the driver whose session has this token. */
async function connect(by: { readonly code: string } | { readonly token: string }): Promise<void> {
  connection.set({ state: 'connecting' })
  try {
    const name = phoneName()
    const { data } = await ('code' in by
      ? call<{ data: ConnectedDevice }>('POST', '/api/Driver/devices', { body: { code: by.code, name } })
      : call<{ data: ConnectedDevice }>('POST', '/api/Driver/devices/own', { token: by.token, body: { name } }))
    const device: Device = { token: data.token, driver: data.driver.name }
    const db = await database()
    await db.put('device', device, 'this')
    localStorage.removeItem(codeKey)
    connection.set({ state: 'connected', device })
  } catch (error) {
    if (error instanceof Refusal) localStorage.removeItem(codeKey)
    connection.set({ state: 'failed', why: error instanceof Refusal ? error.message : '' })
  }
}

/** The token of a driver who has signed in by password in this window (`ui/session.ts`). */
const sessionToken = (): string | undefined => sessionStorage.getItem('token') ?? undefined

/**
 * Takes the code out of the address, so that nobody reads it there, and connects the phone by it; without one by the session of this window;
 * else as it was connected before.
 */
export async function startDevice(): Promise<void> {
  const opened = codeIn(location.hash)
  if (opened) {
    localStorage.setItem(codeKey, opened)
    history.replaceState(null, '', location.pathname)
  }
  const code = opened ?? localStorage.getItem(codeKey)
  const known = await (await database()).get('device', 'this')
  if (known) connection.set({ state: 'connected', device: known })
  const token = sessionToken()
  if (code) await connect({ code })
  else if (!known && token) await connect({ token })
  else if (!known) connection.set({ state: 'none' })
  // a link that does not work any more takes nothing from a phone that is connected
  if (known && connection.get().state === 'failed') connection.set({ state: 'connected', device: known })
}

/** To be called where the server says that this phone's connection was ended. */
export function noteRevoked(): void {
  const now = connection.get()
  if (now.state === 'connected') connection.set({ state: 'revoked', device: now.device })
}
